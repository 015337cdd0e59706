import assert from "node:assert/strict";
import { test } from "node:test";

import { explainInstallFailure } from "../../../src/daemon/installFailures";

const SAID: readonly [string, RegExp][] = [
  [
    "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(...: " +
      "Failed to establish a new connection: [Errno 101] Network is unreachable')': /simple/click/\n" +
      "ERROR: Could not find a version that satisfies the requirement click>=8.1.8",
    /Unable to reach/,
  ],
  ["ProxyError('Cannot connect to proxy.', OSError('407 Proxy'))", /HTTPS_PROXY/],
  ["SSLCertVerificationError: [SSL: CERTIFICATE_VERIFY_FAILED]", /PIP_CERT/],
  ["OSError: [Errno 28] No space left on device", /disk is full/],
  ["ERROR: No matching distribution found for pydantic-core==2.50.4", /no matching package/],
  ["ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", /does not match the hash/],
  ["The virtual environment was not created because ensurepip is not available", /python3-venv/],
  ["PermissionError: [Errno 13] Permission denied: '/x'", /permission denied/],
  ["something else", /See the output/],
];

for (const [output, words] of SAID) {
  test(`what to do is told about: ${output.slice(0, 60)}`, () => {
    assert.match(explainInstallFailure(output), words);
  });
}
