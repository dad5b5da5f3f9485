"""From a `CompiledGame` to machine code: its methods become functions of integers, constants included.

``self.NAME`` becomes a constant of this instance, ``self.method(...)`` a call of that method's compiled twin.
The code keeps the file and the line numbers of its author, so that what Numba cannot compile can be said with
the line. Compiled code is cached under a digest of everything that went in.
"""

import ast
import hashlib
import inspect
import linecache
import re
import textwrap
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import numpy as np

from saizen.errors import GameError
from saizen.kernels.code_cache import code_root
from saizen.large import glue
from saizen.large.game import LARGEST_POSITION, ROOM, CompiledGame
from saizen.large.glue import CompiledRules

REQUIRED = ("turn", "ended", "children")
OPTIONAL: dict[str, Callable[..., int]] = {
    "canonical": lambda position: position,
    "layer": lambda position: 0,
    "reward": lambda position, child: 0,
}
"""What stands for a method that the class does not have."""
REMEDY = (
    "use whole numbers, bits, comparisons, if, for over range, while, and numbers or tuples of numbers "
    "as self.NAME"
)


def compile_rules(game: CompiledGame) -> CompiledRules:
    """Return the compiled rules of a game; what cannot be compiled is one line with file, line and remedy."""
    rules = game.__dict__.get("_compiled_rules")
    if rules is None:
        rules = _compile(game)
        object.__setattr__(game, "_compiled_rules", rules)  # frozen dataclasses, too
    return cast(CompiledRules, rules)


def _compile(game: CompiledGame) -> CompiledRules:
    import numba
    from numba import types
    from numba.core.errors import NumbaError

    from saizen.kernels.compile import cached_in, part

    translated = _Translation(game)
    names: dict[str, Any] = {name: translated.method(name) for name in REQUIRED}
    for name, default in OPTIONAL.items():
        names[name] = translated.method(name) if game.declares(name) else part(default)
    words = types.Array(types.int64, 1, "C")
    signatures = {
        "expand": types.int64(types.int64, words, words, words),
        "layer_of": types.int64(types.int64),
    }
    digest = translated.digest()
    translated.rename(digest)
    directory = code_root() / "rules" / digest
    compiled = {}
    for name, signature in signatures.items():
        function = FunctionType(getattr(glue, name).__code__, {**vars(glue), **names}, name)
        function.__module__ = glue.__name__
        function.__qualname__ = f"{name}_{digest}"
        try:
            directory.mkdir(parents=True, exist_ok=True)
            with cached_in(str(directory)):
                compiled[name] = numba.cfunc(signature, nopython=True, cache=True)(function)
        except NumbaError as error:
            raise GameError(_in_one_line(str(error), translated.files)) from None
        except OSError:  # a folder that cannot be written: compiled once in every process
            compiled[name] = numba.cfunc(signature, nopython=True)(function)
    return CompiledRules(**compiled)


def _in_one_line(message: str, files: set[str]) -> str:
    """Say what Numba cannot compile: where, and the first reason that it gives."""
    places = [(Path(file), int(line)) for file, line in re.findall(r'File "([^"]+)", line (\d+)', message)]
    by_name = {Path(file).name: file for file in files}
    own = [(by_name[file.name], line) for file, line in places if file.name in by_name]
    plain = re.sub(r"\x1b\[[0-9;]*m", "", message)
    reasons = [line.strip() for line in plain.splitlines() if line.strip()]
    dull = (
        "Failed in",
        "During",
        "File ",
        "<source",
        "There are",
        ">>>",
        "Overload",
        "- ",
        "^",
        "raised",
        "def ",
    )
    useful = [line for line in reasons if not line.startswith(dull) and "rejected" not in line]
    reason = (useful or reasons)[0][:160]
    if not own:
        return f"these rules cannot be compiled ({reason}): {REMEDY}"
    file, line = own[-1]
    source = linecache.getline(file, line).strip()
    return f"{file}, line {line}: {source!r} cannot be compiled ({reason}): {REMEDY}"


def constant(value: Any, name: str) -> Any:
    """Return a number, or numbers as an array, as compiled code knows it; else say what would be valid."""
    if isinstance(value, bool | int | np.integer):
        if not -LARGEST_POSITION - 1 <= int(value) <= LARGEST_POSITION:
            raise GameError(f"{name} = {value} is beyond 63 bits")
        return int(value)
    if isinstance(value, tuple | list | range | np.ndarray):
        try:
            return np.array(value, np.int64)
        except (ValueError, TypeError, OverflowError):
            pass
    raise GameError(
        f"{name} = {str(value)[:80]!r} is a {type(value).__name__}, and compiled rules know whole numbers "
        "below 2**63 and tuples of them, all rows of one length"
    )


class _Translation:
    """The functions of a game that are translated so far, each once."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game
        self.files: set[str] = set()
        self._functions: dict[Any, Callable[..., Any] | None] = {}
        self._said: list[str] = []

    def digest(self) -> str:
        """Return a digest of all that the compiled code depends on."""
        for module in ("game.py", "glue.py", "compiling.py"):
            self._said.append((Path(__file__).parent / module).read_text(encoding="utf-8"))
        return hashlib.sha256("\0".join([version("numba"), *self._said]).encode()).hexdigest()[:24]

    def rename(self, digest: str) -> None:
        """Give every function a name that no function of another game has.

        The names of compiled code from the cache are as they were in the process that compiled it; of two
        functions of one name the first that is loaded would be called.
        """
        for twin in self._functions.values():
            function = twin.py_func  # type: ignore[union-attr]
            function.__qualname__ = f"{function.__name__}_{digest}"

    def method(self, name: str) -> Callable[..., Any]:
        """Return the compiled twin of a method."""
        static = inspect.getattr_static(type(self.game), name)
        bound = not isinstance(static, staticmethod)
        function = static if bound else static.__func__
        if not isinstance(function, FunctionType):
            raise GameError(f"{type(self.game).__name__}.{name} is not a method that can be compiled")
        return self.function(function, bound)

    def function(self, function: FunctionType, bound: bool = False) -> Callable[..., Any]:
        """Return the compiled twin of a function; ``bound`` ones have the game as their first argument."""
        from saizen.kernels.compile import part

        if function in self._functions:
            twin = self._functions[function]
            if twin is None:
                raise GameError(f"{function.__name__} calls itself, and compiled rules cannot: use a loop")
            return twin
        self._functions[function] = None
        file, tree = _tree_of(function)
        self.files.add(file)
        rewriting = _Rewriting(self, function, bound)
        definition = rewriting.rewrite(tree)
        self._said += [ast.dump(definition), *map(_repr, rewriting.names.items())]
        space = dict(rewriting.names)
        exec(compile(ast.Module([definition], []), file, "exec"), space)
        compiled: Callable[..., Any] = part(space[definition.name])
        self._functions[function] = compiled
        return compiled


def _repr(item: tuple[str, Any]) -> str:
    name, value = item
    if isinstance(value, np.ndarray):
        return f"{name}={value.shape}{value.tobytes().hex()}"
    return f"{name}={value}" if isinstance(value, int) else name


def _tree_of(function: FunctionType) -> tuple[str, ast.FunctionDef]:
    """Return the file of a function and its tree, with the line numbers of the file."""
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        raise GameError(
            f"the source of {function.__name__} is not there, and it is needed to compile it"
        ) from None
    file = inspect.getsourcefile(function) or function.__code__.co_filename
    tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
    if not isinstance(tree, ast.FunctionDef):
        raise GameError(f"{file}, line {first}: write {function.__name__} as a function with def")
    ast.increment_lineno(tree, first - 1)
    return file, tree


class _Rewriting(ast.NodeTransformer):
    """Makes a function of integers of a method; ``names`` are the globals that it needs."""

    def __init__(self, translated: _Translation, function: FunctionType, bound: bool) -> None:
        self._translated, self._function, self._bound = translated, function, bound
        self._self = ""
        scope = inspect.getclosurevars(function)
        self._outside = {**scope.globals, **scope.nonlocals}
        self.names: dict[str, Any] = {}

    def rewrite(self, tree: ast.FunctionDef) -> ast.FunctionDef:
        """Return the function without its decorators, annotations and first argument."""
        arguments = tree.args.args
        if self._bound:
            self._self = arguments.pop(0).arg
        for argument in arguments:
            argument.annotation = None
        tree.decorator_list, tree.returns = [], None
        tree.body = [self.visit(statement) for statement in tree.body]
        tree.name = f"{tree.name}_of_integers"
        return ast.fix_missing_locations(tree)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        """Drop the annotation of a variable."""
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """Make a constant or a function of ``self.NAME``."""
        if not (isinstance(node.value, ast.Name) and node.value.id == self._self and self._self):
            return self.generic_visit(node)
        game, name = self._translated.game, node.attr
        if not isinstance(node.ctx, ast.Load):
            raise self._error(node, f"self.{name} cannot be changed")
        static = inspect.getattr_static(type(game), name, None)
        if isinstance(static, FunctionType | staticmethod):
            self.names[f"self_{name}"] = self._translated.method(name)
        else:
            try:
                value = getattr(game, name)
            except AttributeError:
                raise self._error(node, f"there is no self.{name}") from None
            self.names[f"self_{name}"] = constant(value, f"self.{name}")
        return ast.copy_location(ast.Name(f"self_{name}", node.ctx), node)

    def visit_Call(self, node: ast.Call) -> Any:
        """Count bits with the processor's own instruction."""
        counts = isinstance(node.func, ast.Attribute) and node.func.attr == "bit_count" and not node.args
        if counts and isinstance(node.func, ast.Attribute):
            from saizen.kernels.bits import popcount

            self.names["popcount"] = popcount
            inside = self.visit(node.func.value)
            return ast.copy_location(ast.Call(ast.Name("popcount", ast.Load()), [inside], []), node)
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """Keep what is written inside ``out``, the one thing that can be written."""
        node = cast(ast.Subscript, self.generic_visit(node))
        if isinstance(node.ctx, ast.Store):
            node.slice = ast.BinOp(node.slice, ast.BitAnd(), ast.Constant(ROOM - 1))
        return node

    def visit_Name(self, node: ast.Name) -> Any:
        """Bring along what the function uses from its file."""
        if node.id == self._self and self._self:
            raise self._error(node, "self can only be used as self.NAME")
        value = self._outside.get(node.id)
        if isinstance(value, FunctionType):
            self.names[node.id] = self._translated.function(value)
        elif value is not None:
            self.names[node.id] = constant(value, node.id)
        return node

    def _error(self, node: Any, reason: str) -> GameError:
        file = inspect.getsourcefile(self._function)
        return GameError(f"{file}, line {node.lineno}: {reason}: {REMEDY}")
