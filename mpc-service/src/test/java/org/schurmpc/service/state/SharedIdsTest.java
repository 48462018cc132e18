package org.schurmpc.service.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.service.FakeWork;
import org.schurmpc.service.TestService;

/** A request is found by its id and by who receives its outputs: no two are found by the same. */
class SharedIdsTest {
  @TempDir private Path folder;

  private static RequestKey auditors(UUID id) {
    return new RequestKey(TestService.AUDITOR.fingerprint(), id);
  }

  private static RequestKey tills(UUID id) {
    return new RequestKey(TestService.TILL.fingerprint(), id);
  }

  @Test
  void anIdIsThatOfOneRequestAtEachReceiver() throws Exception {
    BookFixture all = BookFixture.first(folder);
    UUID shown = UUID.randomUUID(); // the auditor receives what the till asks
    UUID own = UUID.randomUUID();
    assertNull(BookFixture.code(all.open(tills(shown), "shown")));
    assertNull(BookFixture.code(all.open(auditors(own), "secret")));
    for (int i = 0; i < 2; i++) {
      assertEquals(Code.ID_USED, BookFixture.code(all.open(auditors(shown), "secret")));
      assertEquals(Code.ID_USED, BookFixture.code(all.open(tills(own), "shown")));
      all = all.again();
    }
    assertNull(BookFixture.code(all.open(tills(own), "add")), "the till is its only receiver");
    all.close();
  }

  /** What is prepared or dropped belongs to a run: nothing else changes a request's outputs. */
  @Test
  void outputsAreOfRunningRequestsAlone() throws Exception {
    try (BookFixture all = BookFixture.first(folder)) {
      RequestKey key = all.accepted("add");
      RequestRuns runs = all.book.runs();
      Map<RequestKey, List<RequestRuns.Output>> outputs =
          Map.of(
              key,
              List.of(
                  new RequestRuns.Output(key.client(), FakeWork.delivery(9, FakeWork.ELEMENTS))));
      assertEquals(Code.IN_PROGRESS, BookFixture.code(runs.prepared(outputs, List.of())));
      assertEquals(Code.IN_PROGRESS, BookFixture.code(runs.dropped(List.of(key), List.of())));
      List<RequestKey> keys = all.work.run(all.book);
      FakeWork.prepare(all.book, keys);
      runs.committed(keys, List.of()).join();
      assertEquals(Code.IN_PROGRESS, BookFixture.code(runs.dropped(keys, List.of())));
      assertEquals(Code.IN_PROGRESS, BookFixture.code(runs.prepared(outputs, List.of())));
      assertEquals("done", all.stateOf(key));
    }
  }
}
