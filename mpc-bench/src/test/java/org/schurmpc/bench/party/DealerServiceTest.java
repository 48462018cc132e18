package org.schurmpc.bench.party;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.schurmpc.bench.control.SharedToken;
import org.schurmpc.core.abort.ConnectionLost;

@Timeout(30)
class DealerServiceTest {
  @Test
  void whoCannotListenSaysSo() {
    DealerService.Callers broken =
        patience -> {
          throw new IllegalStateException("no more loops");
        };
    Duration patience = Duration.ofMinutes(5);
    try (DealerService service =
        new DealerService(broken, SharedToken.loopback("token"), 1, 2, patience)) {
      ConnectionLost lost = assertThrows(ConnectionLost.class, service::instances);
      assertEquals(
          "the dealer can hear no more callers: java.lang.IllegalStateException: no more loops",
          lost.getMessage());
    }
  }
}
