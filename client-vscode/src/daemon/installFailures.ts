/** What pip and venv say when they fail, and what the user can do about it. */

import { t } from "../l10n";

interface Explanation {
  readonly sign: RegExp;
  readonly sentence: string;
}

const EXPLANATIONS: readonly Explanation[] = [
  {
    sign: /No space left on device|not enough space|ENOSPC/i,
    sentence: t("Unable to install the server: the disk is full. Free some space and try again."),
  },
  {
    sign: /CERTIFICATE_VERIFY_FAILED|SSLError|certificate verify failed/i,
    sentence:
      t("Unable to verify the certificate of the package index, often because of a corporate proxy. Set PIP_CERT to the proxy's certificate and try again."),
  },
  {
    sign: /ProxyError|407 Proxy|Cannot connect to proxy/i,
    sentence:
      t("The proxy rejected the connection to the package index. Check HTTPS_PROXY and try again."),
  },
  {
    sign: /NewConnectionError|NameResolutionError|Failed to establish a new connection|Temporary failure in name resolution|getaddrinfo failed|Network is unreachable|Connection excluded|timed out|Max retries exceeded/i,
    sentence:
      t("Unable to reach the package index to download the server's dependencies. Check your network and try again, or install the server yourself and set its executable in architect.server.path."),
  },
  {
    sign: /No matching distribution found|Could not find a version/i,
    sentence:
      t("The package index has no matching package for this Python and platform (see the output). Install the server with another Python and set its executable in architect.server.path."),
  },
  {
    sign: /DO NOT MATCH THE HASHES|hash mismatch/i,
    sentence:
      t("A downloaded package does not match the hash this extension was built with. Nothing was installed. Try again later; if the error persists, do not trust the package index in use."),
  },
  {
    sign: /ensurepip is not|No module named '?(venv|ensurepip)/i,
    sentence:
      t("This Python has no venv module. Install it (on Debian and Ubuntu: apt install python3-venv) and try again."),
  },
  {
    sign: /Permission denied|EACCES/i,
    sentence:
      t("Unable to install the server: permission denied in the extension's storage folder. See the output for the file."),
  },
];

/** A sentence for the user about the `output` of a command that failed. */
export function explainInstallFailure(output: string): string {
  const found = EXPLANATIONS.find(({ sign }) => sign.test(output));
  return found?.sentence ?? t("Unable to install the server. See the output for details.");
}
