package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.TestIdentities;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.config.Stock;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecureProgram;

/** Jobs that cannot be run are refused with a sentence that says why. */
class PlannedJobTest extends CoreCase {
  private static final String BITS =
      "[stock.numbers]\nprotocol = \"tinyot\"\nstore = \"store\"\ndeliveries = 1\n";

  /** An output that all parties learn in the run. */
  public static final class Open implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      b.output("seen", b.input("x", 0, IntType.unsigned(4)).reveal());
    }
  }

  private PlannedJob plan(int parties, String stock, String jobs) throws Exception {
    List<TestIdentities.Identity> identities =
        List.of(Core.client("bidder0"), Core.client("bidder1"), Core.client("bidder2"));
    List<Endpoint> lines =
        List.of(
            Endpoint.parse("127.0.0.1:9001"),
            Endpoint.parse("127.0.0.1:9002"),
            Endpoint.parse("127.0.0.1:9003"));
    new Core.Setting(folder, identities.subList(0, parties), lines.subList(0, parties), jobs)
        .write(stock);
    ServiceConfig config = ServiceConfig.read(folder.resolve("party1").resolve("service.toml"));
    JobEntry job = config.jobs().values().iterator().next();
    Stock of = config.stocks().get(job.stock());
    return PlannedJob.of(job, Artifact.of(job, of), of, parties);
  }

  private void refuses(String why, int parties, String stock, String jobs) {
    MpcException refused = assertThrows(MpcException.class, () -> plan(parties, stock, jobs), why);
    assertTrue(refused.getMessage().contains(why), refused.getMessage());
  }

  private static String ports(String inputs, String outputs) {
    return "inputs = [%s]\noutputs = [%s]\n".formatted(inputs, outputs).replace('\'', '"');
  }

  private static String circuit(String inputs, String outputs, String more) {
    return """
    [[job]]
    name = "add"
    circuit = "add_64"
    digest = "%s"
    stock = "numbers"
    clients = ["till"]
    """
            .formatted(Core.digest("add_64"))
        + ports(inputs, outputs)
        + more;
  }

  @Test
  void circuits() throws Exception {
    assertEquals(64, plan(2, BITS, circuit("'client', 'party2'", "'all'", "")).maskBits());
    assertEquals(64, plan(2, BITS, circuit("'client', 'public'", "'all'", "")).publicBits());
    String two = "'client', 'client'";
    refuses("which programs do", 2, BITS, circuit(two, "'client'", "gather = { most = 2 }\n"));
    refuses(
        "takes public inputs of its client and no others",
        2,
        BITS,
        circuit("'public', 'party1'", "'client'", ""));
    refuses("may not ask", 2, BITS, circuit(two, "'client:till'", ""));
    refuses("at most", 2, BITS, circuit(two, "'client'", "lanes = 201\n"));
  }

  /**
   * Alone, a request of this circuit takes as many words of triples as 64 together, since each of
   * its layers has one AND gate or two; of AES-128, 33 requests take a run of 64, and 32 half of
   * it.
   */
  @Test
  void aUnitIsEnoughForRunsOfAnySize() throws Exception {
    String two = "'client', 'client'";
    PlannedJob add = plan(2, BITS, circuit(two, "'client'", "lanes = 64\n"));
    PlannedJob alone = plan(2, BITS, circuit(two, "'client'", ""));
    assertEquals(1 + 640, alone.units(640));
    assertTrue(add.units(640) > 1 + 300, "units " + add.units(640));
    String aes = circuit(two, "'client'", "lanes = 64\n").replace("add_64", "aes_128");
    PlannedJob block = plan(2, BITS, aes.replace(Core.digest("add_64"), Core.digest("aes_128")));
    assertEquals(2, block.units(0));
    assertEquals(3, block.units(1));
    assertEquals(3, block.units(33));
    assertEquals(4, block.units(34));
    for (PlannedJob job : List.of(add, alone, block)) {
      long units = job.units(job.job().lanes()) - 1;
      Demand unit = job.run();
      for (int requests = 1; requests <= job.job().lanes(); requests++) {
        int runs = (job.job().lanes() - 1) / requests + 1;
        job.evaluation(requests)
            .times(runs)
            .quotas()
            .forEach(
                (kind, items) ->
                    assertTrue(items <= unit.quotas().get(kind) * (units + 1), kind.name()));
      }
    }
  }

  /** Masks made together are enough for runs of any size, each of which moves its masks. */
  @Test
  void eachMaskMayBeMovedInARunOfItsOwn() throws Exception {
    String aes = circuit("'client', 'client'", "'client'", "lanes = 64\n");
    String digest = Core.digest("aes_128");
    String job = aes.replace("add_64", "aes_128").replace(Core.digest("add_64"), digest);
    PlannedJob block = plan(2, BITS, job);
    for (int masks : new int[] {1, 20, 256}) {
      long units = block.units(masks);
      Demand made = block.run().times(units).and(block.masks(masks, 1));
      Demand wanted =
          block
              .protocol()
              .inputMasks(masks, block.maskBits())
              .and(block.protocol().spares(block.spares(masks)))
              .and(block.evaluation(1).times(masks))
              .and(block.protocol().moves(List.of(block.maskBits())).times(masks));
      wanted
          .quotas()
          .forEach(
              (kind, items) -> assertTrue(items <= made.quotas().get(kind), masks + kind.name()));
      assertTrue(block.spares(masks) > masks);
    }
  }

  @Test
  void programs() throws Exception {
    String numbers = NUMBERS.formatted(1);
    String good = ports("'client', 'party2'", "'client', 'party1'");
    String compare = program("compare", ProgramsTest.Compare.class, 2, good);
    assertEquals(2, plan(2, numbers, compare).targets().size());
    refuses("is for 2 parties, not for 3", 3, numbers, compare);
    refuses("which takes material of spdz", 2, BITS, compare);
    refuses("stock 'numbers' is for", 2, numbers.replace("p128", "p192"), compare);
    refuses(
        "takes 'y' from party1",
        2,
        numbers,
        program("compare", ProgramsTest.Compare.class, 2, good.replace("party2", "party1")));
    refuses(
        "name party1 twice",
        2,
        numbers,
        program(
            "compare",
            ProgramsTest.Compare.class,
            2,
            ports("'client', 'client'", "'all', 'party1'")));
    refuses(
        "all parties know the output seen",
        2,
        numbers,
        program("open", Open.class, 2, ports("'client'", "'client'")));
  }

  @Test
  void jobsOfManyClients() throws Exception {
    String numbers = NUMBERS.formatted(1);
    String outputs = "'clients', 'clients', 'client', 'client'";
    String gather = "gather = { least = 1, most = %d }\n";
    PlannedJob three =
        plan(2, numbers, bids(ports("'client', 'present'", outputs) + gather.formatted(3)));
    assertEquals(24, three.maskBits());
    assertEquals(1, three.targets().size());
    assertEquals(3, three.terms().lanes());
    refuses(
        "has 6 values, which are not as many for each of 4 places",
        2,
        numbers,
        bids(ports("'client', 'present'", outputs) + gather.formatted(4)));
    refuses(
        "'bids' of job 'bids' is not a bit for each of 3 places",
        2,
        numbers,
        bids(ports("'present', 'client'", outputs) + gather.formatted(3)));
    refuses(
        "takes no inputs of them",
        2,
        numbers,
        bids(ports("'party1', 'present'", outputs) + gather.formatted(3)));
  }

  private String bids(String more) throws Exception {
    String job = program("bids", GatherTest.Bids.class, 2, more);
    assertTrue(Files.exists(folder.resolve("bids.bin")));
    return job;
  }
}
