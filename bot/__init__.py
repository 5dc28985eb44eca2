"""Green Light Rally's shell: everything that touches a clock, a disk or a socket."""
