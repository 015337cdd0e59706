/** What pip and venv say when they fail, and what the user can do about it. */

interface Explanation {
  readonly sign: RegExp;
  readonly sentence: string;
}

const EXPLANATIONS: readonly Explanation[] = [
  {
    sign: /No space left on device|not enough space|ENOSPC/i,
    sentence: "The server could not be installed because the disk is full; make room and try again.",
  },
  {
    sign: /CERTIFICATE_VERIFY_FAILED|SSLError|certificate verify failed/i,
    sentence:
      "The package index could not be trusted (its certificate was refused, often because of a " +
      "company's proxy); set PIP_CERT to the proxy's certificate and try again.",
  },
  {
    sign: /ProxyError|407 Proxy|Cannot connect to proxy/i,
    sentence:
      "The proxy did not let pip through to the package index; set HTTPS_PROXY correctly and try again.",
  },
  {
    sign: /NewConnectionError|NameResolutionError|Failed to establish a new connection|Temporary failure in name resolution|getaddrinfo failed|Network is unreachable|Connection refused|timed out|Max retries exceeded/i,
    sentence:
      "The package index cannot be reached, but the server needs a few packages from there; go online " +
      "and try again, or install architect-lsp yourself where it can be and name the program in " +
      "architect.server.path.",
  },
  {
    sign: /No matching distribution found|Could not find a version/i,
    sentence:
      "The package index has no fitting package for this Python and machine; install architect-lsp with " +
      "another Python and name the program in architect.server.path. The output tells which package.",
  },
  {
    sign: /DO NOT MATCH THE HASHES|hash mismatch/i,
    sentence:
      "A package is not the one this extension was built with, so nothing was installed; try again " +
      "later, and do not trust the package index in use if it stays so.",
  },
  {
    sign: /ensurepip is not|No module named '?(venv|ensurepip)/i,
    sentence:
      "This Python lacks its venv module; install it (Debian and Ubuntu: apt install python3-venv) " +
      "and try again.",
  },
  {
    sign: /Permission denied|EACCES/i,
    sentence:
      "The server could not be written into the extension's storage because of missing rights; the " +
      "output names the file.",
  },
];

/** A sentence for the user about the `output` of a command that failed. */
export function explained(output: string): string {
  const found = EXPLANATIONS.find(({ sign }) => sign.test(output));
  return found?.sentence ?? "The server could not be installed; the output tells why.";
}
