"""Parts of kernels are compiled once, as a piece of the kernel that is called.

Left alone, Numba optimizes every function by itself, makes machine code of it, copies it into each of its
callers and does the same again there, so that the time grows with the square of the depth of calls. Here a
part is typed and lowered by itself and then waits; a kernel takes in all parts that it needs, and is
optimized once.
"""

from typing import Any, ClassVar

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.environment import lookup_environment

ENVIRONMENT = "_ZN08NumbaEnv"
"""How the names of global variables begin that point to what a function needs of Python."""


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a part: never run by itself."""

    def finalize(self) -> None:
        """Wait for the kernel."""
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """Where an environment could be set, were there machine code; the kernel's library sets it."""
        return self

    def set_env(self, env_name: str, env: Any) -> None:
        """Leave it to the kernel's library."""


class KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel with all its parts."""

    def finalize(self) -> None:
        """Take in every part, and optimize."""
        self._linking_libraries: list[Any] = _with_parts_below(self._linking_libraries)
        super().finalize()

    def get_pointer_to_function(self, name: str) -> int:
        """Return the address; what the parts need of Python is there from now on."""
        address: int = super().get_pointer_to_function(name)
        for variable in self._final_module.global_variables:
            if variable.name.startswith(ENVIRONMENT):
                environment = lookup_environment(variable.name)
                if environment is not None:
                    self._codegen.set_env(variable.name, environment)
        return address


def _with_parts_below(libraries: list[Any]) -> list[Any]:
    """List libraries and those that parts among them need, each once."""
    found: dict[Any, None] = {}
    waiting = list(reversed(libraries))
    while waiting:
        library = waiting.pop()
        if library not in found:
            found[library] = None
            if isinstance(library, PartLibrary):
                waiting.extend(reversed(library._linking_libraries))
    return list(found)


class QuickFlags(Flags):  # type: ignore[misc]
    """Numba's options, compared by those that were set.

    Numba looks up every operator of a kernel with the options as a part of the key. Its own comparison asks
    for all of thirty options by name, on both sides, which is a sixth of the time that compiling takes.

    >>> QuickFlags(Flags()) == QuickFlags(Flags()), len({QuickFlags(Flags()), QuickFlags(Flags())})
    (True, 1)
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return bool(self._values == other._values) if isinstance(other, Flags) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._values))


class _SizeOf:
    """How many bytes LLVM gives to a type: asked for every variable, found out once.

    LLVM tells the size of a type only after it has read a whole module that contains it.
    """

    known: ClassVar[dict[str, int]] = {}

    def __init__(self, machine: Any) -> None:
        self._machine = machine

    def __call__(self, kind: Any) -> int:
        name = str(kind)
        if name not in self.known:
            self.known[name] = kind.get_abi_size(self._machine)
        return self.known[name]


class _Compiler(CompilerBase):  # type: ignore[misc]
    """Numba's own compiler, with another library for the code."""

    kind: type[JITCodeLibrary]

    def __init__(
        self, typing: Any, target: Any, library: Any, arguments: Any, result: Any, flags: Any, names: Any
    ) -> None:
        super().__init__(typing, target, library, arguments, result, QuickFlags(flags), names)
        self.state.targetctx.get_abi_sizeof = _SizeOf(self.state.targetctx.target_data)

    def define_pipelines(self) -> list[Any]:
        """Return Numba's passes."""
        state = self.state
        if state.library is None:
            state.library = self.kind(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
        return [DefaultPassBuilder.define_nopython_pipeline(state)]


class PartCompiler(_Compiler):
    """Compile a part."""

    kind = PartLibrary


class KernelCompiler(_Compiler):
    """Compile a kernel."""

    kind = KernelLibrary
