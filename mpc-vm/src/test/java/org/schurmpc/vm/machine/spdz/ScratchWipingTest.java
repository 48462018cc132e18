package org.schurmpc.vm.machine.spdz;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SpdzDealer;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.machine.Values;

/** What a backend copies into a machine's memory does not stay in the backend when it is closed. */
class ScratchWipingTest {
  private static final int TRIPLES = 5;

  private final Field field;
  private final Material material;
  private final PrepStore[] stores = {new MemoryPrepStore(), new MemoryPrepStore()};

  ScratchWipingTest() throws Exception {
    field = Fields.named("p128");
    material = new Material(field);
  }

  private Shares[] scratch(SpdzSecrets backend) {
    try {
      var declared = SpdzSecrets.class.getDeclaredField("scratch");
      declared.setAccessible(true);
      return (Shares[]) declared.get(backend);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private boolean isZero(Shares shares) {
    return Arrays.stream(shares.values()).allMatch(each -> each == 0)
        && Arrays.stream(shares.macs()).allMatch(each -> each == 0);
  }

  private List<Boolean> run(Session session) throws Exception {
    Counts counts = new Counts(TRIPLES, 0, 0, 0, new long[2]);
    PrepStore mine = stores[session.party()];
    SpdzMachine.Options options = new SpdzMachine.Options(1, OpeningMode.ALL, List.of(40));
    Shares[] scratch;
    boolean before;
    try (SpdzWorkers workers =
        new SpdzWorkers(session, options, new Values(List.of(), List.of()))) {
      workers.open(
          List.of(demand -> mine),
          List.of(material),
          Optional.empty(),
          List.of(),
          new Counts[] {counts});
      workers.alone(new Counts[] {counts}, true);
      SpdzSecrets backend = (SpdzSecrets) workers.secrets(0)[0];
      scratch = scratch(backend);
      backend.triples(backend.bank(3 * TRIPLES), 0, TRIPLES, 2 * TRIPLES, TRIPLES);
      before = Arrays.stream(scratch).allMatch(this::isZero);
    }
    return List.of(before, Arrays.stream(scratch).allMatch(this::isZero));
  }

  @Test
  void triplesAreWiped() throws Exception {
    SpdzDealer dealer = new SpdzDealer(material, 2, SessionPairs.seeded("dealer"));
    dealer.dealKeys(List.of(stores));
    Demand demand = Demand.of(material.storeName()).add(material.triples(), TRIPLES).build();
    dealer.deal(demand, List.of(stores));
    for (List<Boolean> zero : SessionPairs.run(this::run)) {
      assertFalse(zero.get(0), "the triples went through");
      assertTrue(zero.get(1));
    }
  }
}
