--- Written by `make protocol` out of the server's own definitions; every change here is lost.

return {
  --- From here on a front end says what to do about a full context, in percent of it.
  NEARLY_FULL_PERCENT = 85,
}
