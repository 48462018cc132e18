package org.schurmpc.core.net;

import org.junit.jupiter.api.Tag;

/** Every test of forks on every kind of network. */
@Tag("slow")
class ForkInFullTest extends ForkTest {}
