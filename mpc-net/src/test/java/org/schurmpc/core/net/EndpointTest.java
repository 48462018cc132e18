package org.schurmpc.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Refused;

class EndpointTest {
  @Test
  void namesAndAddressesAreHosts() throws Exception {
    for (String text :
        List.of("bench.example:4700", "my_host-2:0", "127.0.0.1:65535", "[fe80::1%eth0.1]:9")) {
      assertEquals(text, Endpoint.parse(text).toString());
    }
  }

  /** What another process sends as a host ends in messages. */
  @Test
  void whatIsNoHostIsRefused() {
    for (String host :
        List.of("a\u001b[2J", "a b", "a\nb", "a\u202eb", "a\u2028b", "a/b", "x".repeat(256))) {
      assertThrows(IllegalArgumentException.class, () -> new Endpoint(host, 1));
      Refused refused = assertThrows(Refused.class, () -> Endpoint.parse(host + ":1"));
      assertEquals(-1, refused.getMessage().indexOf(host));
    }
  }
}
