import signal

# A shell lets programs in the background ignore Ctrl-C, and their children with them; tests send it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
