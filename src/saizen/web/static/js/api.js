// Questions to the server. ask() resolves with the answer however long it takes: work that becomes a job is
// followed by server-sent events, and given up on the server too when the signal is aborted.

export const ROOT = "/api/v1";

/** What the server refused, with its one line; told is all that it said, such as where and how to mend it. */
export class Refused extends Error {
  constructor(line, status, told = {}) {
    super(line);
    this.status = status;
    this.told = told;
  }
}

/** The part of an address that names a game: its slashes and colons are kept apart from ours. */
export function gamePath(name, rest = "") {
  return `/games/${encodeURIComponent(name)}${rest}`;
}

async function refuse(response) {
  let line = response.statusText || String(response.status);
  let told = {};
  try {
    told = await response.json();
    if (typeof told.error === "string") line = told.error;
  } catch {
    // no JSON: the status is all there is
  }
  throw new Refused(line, response.status, told);
}

/**
 * Ask the server. Without a body it is a GET.
 * onProgress gets {state, stage, done, total, seconds} of a job, and null when it has ended.
 * @param {string} path
 * @param {any} [body]
 * @param {{signal?: AbortSignal, onProgress?: (job: any) => void, method?: string}} [options]
 */
export async function ask(path, body, { signal, onProgress, method } = {}) {
  const options = {
    signal,
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { Accept: "application/json" },
  };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers["Content-Type"] = "application/json";
  }
  const response = await fetch(ROOT + path, options);
  if (response.status === 202) return follow(await response.json(), { signal, onProgress });
  if (!response.ok) return refuse(response);
  return response.status === 204 ? null : response.json();
}

function follow(job, { signal, onProgress }) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(`${ROOT}/jobs/${encodeURIComponent(job.job)}/events`);
    let over = false;
    const end = (settle, value) => {
      if (over) return;
      over = true;
      source.close();
      signal?.removeEventListener("abort", abort);
      onProgress?.(null);
      settle(value);
    };
    const abort = () => {
      fetch(`${ROOT}/jobs/${encodeURIComponent(job.job)}`, { method: "DELETE" }).catch(() => {});
      end(reject, new DOMException("given up", "AbortError"));
    };
    const look = (now) => {
      if (over) return;
      if (now.state === "done") end(resolve, now.result);
      else if (now.state === "queued" || now.state === "running") onProgress?.(now);
      else end(reject, new Refused(now.error ?? now.state, now.status ?? 422, now));
    };
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) return abort();
    onProgress?.(job);
    source.onmessage = (event) => look(JSON.parse(event.data));
    source.onerror = async () => {
      // the stream broke: look once how the job stands; while it runs the browser connects again
      try {
        const response = await fetch(`${ROOT}/jobs/${encodeURIComponent(job.job)}`);
        if (!response.ok) await refuse(response);
        look(await response.json());
      } catch (error) {
        end(reject, error);
      }
    };
  });
}
