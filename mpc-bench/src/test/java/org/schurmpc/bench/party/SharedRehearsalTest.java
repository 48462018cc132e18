package org.schurmpc.bench.party;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;

class SharedRehearsalTest {
  private static final int SESSIONS = 8;

  @Test
  void oneRehearsesForAll() throws Exception {
    SharedRehearsal shared = new SharedRehearsal();
    AtomicInteger rehearsals = new AtomicInteger();
    PartyWork work =
        new PartyWork() {
          @Override
          public void rehearse() {
            rehearsals.incrementAndGet();
          }

          @Override
          public void perform(ControlChannel monitor, PeerConnector peer, Message.Connect connect) {
            throw new AssertionError("not rehearsed");
          }
        };
    ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
    try {
      List<Future<Integer>> seen = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        seen.add(
            threads.submit(
                () -> {
                  shared.rehearse(work);
                  return rehearsals.get();
                }));
      }
      for (Future<Integer> future : seen) {
        // No session continues before the rehearsal is over, and none repeats it.
        assertEquals(1, future.get(10, TimeUnit.SECONDS));
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
