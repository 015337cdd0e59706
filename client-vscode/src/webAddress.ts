/** Addresses of the web, the only ones that a link may lead to. */

/** Whether it can be opened in a browser: `http` or `https`, with a host and nothing that hides it. */
export function isWebAddress(address: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(address) || !URL.canParse(address)) {
    return false;
  }
  const { hostname, username, password } = new URL(address);
  // A name in front of the host makes one address look like another.
  return hostname !== "" && username === "" && password === "";
}
