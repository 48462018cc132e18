package org.schurmpc.core.net;

import org.junit.jupiter.api.Tag;

/** Every test of the contract on every kind of network, with long streams. */
@Tag("slow")
class ChannelContractInFullTest extends ChannelContractTest {
  @Override
  boolean full() {
    return true;
  }
}
