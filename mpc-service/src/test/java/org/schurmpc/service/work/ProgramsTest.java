package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecureProgram;
import org.schurmpc.vm.lib.Auction;
import org.schurmpc.vm.lib.Comparison;

/** Programs under SPDZ as jobs of services' cores over TCP, with material from MASCOT. */
class ProgramsTest extends CoreCase {
  /** Comparisons open masked values, which nobody can tell from revealed ones. */
  static final String RERUN = "\nrerun = \"deterministic\"";

  /** A client's two signed numbers: whether the first is less, and the greater one. */
  public static final class Compare implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      SecretInt x = b.input("x", 0, IntType.signed(16));
      SecretInt y = b.input("y", 1, IntType.signed(16));
      Comparison comparison = new Comparison(b);
      b.output("less", comparison.lessThan(x, y));
      b.output("most", comparison.max(x, y));
    }
  }

  /** The greatest of a client's bids and a party's reserve. */
  public static final class Reserve implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      SecretInts bids = b.inputs("bids", 0, IntType.unsigned(12), 3);
      SecretInt reserve = b.input("reserve", 1, IntType.unsigned(12));
      b.output("most", new Auction(b).max(SecretInts.join(bids, reserve.asVector())));
    }
  }

  /** Reveals a bit, and faults on a number whose sign is wrong. */
  public static final class Revealing implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      SecretInt x = b.input("x", 0, IntType.signed(16));
      var less = new Comparison(b).isNegative(x).reveal();
      b.require(less.toIndex().eq(0), "the number is negative");
      b.output("square", x.times(x));
    }
  }

  @Test
  void clientsNumbersAreCompared() throws Exception {
    String ports = "inputs = [\"client\", \"client\"]\noutputs = [\"client\", \"client:auditor\"]";
    start(2, NUMBERS.formatted(4), program("compare", Compare.class, 2, ports));
    long[][] pairs = {{5, 7}, {-3, -30}, {-32768, 32767}, {9, 9}};
    for (long[] pair : pairs) {
      Asked asked = new Asked("compare").open(16, pair).sendAll();
      assertEquals(numbers(pair[0] < pair[1] ? 1 : 0), asked.values());
      BigInteger most = BigInteger.valueOf(Math.max(pair[0], pair[1]));
      BigInteger heard = asked.values(Core.AUDITOR.fingerprint()).get(0);
      assertEquals(0, most.subtract(heard).mod(P128).signum(), heard + " of " + most);
    }
    assertEquals(cores[0].state.log.deliveries(), cores[1].state.log.deliveries());
  }

  private static final BigInteger P128 = new BigInteger("340282366920938463463374607431768211297");

  @Test
  void aPartysNumberIsFixedAndAllPartiesReceive() throws Exception {
    String ports = "inputs = [\"client\", \"party2\"]\noutputs = [\"all\"]" + RERUN;
    start(2, NUMBERS.formatted(3), program("reserve", Reserve.class, 2, ports));
    Asked low = new Asked("reserve").open(12, 7, 500, 20);
    cores[0].killAt(each -> each.matches("run .* PREPARED.* .*"), false);
    low.sendAll();
    cores[0].awaitDead();
    restart(0);
    Asked high = new Asked("reserve").open(12, 7, 4000, 20).sendAll();
    for (int party = 0; party < 2; party++) {
      var certificate = cores[0].scheduler.work().parties().get(party);
      assertEquals(numbers(1000), low.values(certificate));
      assertEquals(numbers(4000), high.values(certificate));
    }
    assertEquals(2, low.attempt());
  }

  /** A party's two columns and a client's number; the sum is for the client. */
  public static final class Columns implements SecureProgram {
    @Override
    public void define(ProgramBuilder b) {
      SecretInt x = b.input("x", 0, IntType.unsigned(12));
      SecretInts first = b.inputs("visits_a", 0, IntType.unsigned(12), 2);
      SecretInt second = b.input("visits_b", 0, IntType.unsigned(12));
      b.output("out_first", first.plus(x));
      b.output("out_second", second.plus(x));
      b.output("sum", first.sum().plus(second));
    }
  }

  /** A table stands for all values that are named after it. */
  @Test
  void tablesAreOfParties() throws Exception {
    String ports =
        "inputs = [\"client\", \"party1:visits\"]\noutputs = [\"party2:out\", \"client\"]";
    start(2, NUMBERS.formatted(1), program("columns", Columns.class, 2, ports));
    Asked asked = new Asked("columns").open(12, 7).sendAll();
    assertEquals(numbers(3 * 1000 + 1), asked.values(), "1000 twice, and 1001");
    var party = cores[0].scheduler.work().parties().get(1);
    assertEquals(numbers(1007, 1007, 1008), asked.values(party));
    JobEntry job = cores[0].catalogue.config().jobs().get("columns");
    Artifact artifact = Artifact.of(job, cores[0].catalogue.config().stocks().get(job.stock()));
    assertEquals(
        List.of("client", "party1:visits", "party1:visits"),
        artifact.inputs().stream().map(port -> port.use().toString()).toList());
    for (String wrong :
        List.of(
            "[\"party1:visits\", \"client\"]",
            "[\"client\", \"party1:visit\"]",
            "[\"client\", \"party1:visits\", \"party1:visits\"]")) {
      Path config = Files.createDirectories(folder.resolve("other")).resolve("service.toml");
      Files.writeString(
          config,
          Files.readString(setting.of(0).resolve("service.toml"))
              .replace("[\"client\", \"party1:visits\"]", wrong));
      JobEntry other = ServiceConfig.read(config).jobs().get("columns");
      assertThrows(
          Disagreement.class,
          () -> Artifact.of(other, cores[0].catalogue.config().stocks().get(job.stock())),
          wrong);
    }
  }

  @Test
  void faultsAreFinalAndRevealedRunsAreNotRepeated() throws Exception {
    String ports = "inputs = [\"client\"]\noutputs = [\"client\"]";
    start(
        2,
        NUMBERS.formatted(4),
        program("once", Revealing.class, 2, ports)
            + program("again", Revealing.class, 2, ports + RERUN));
    Asked wrong = new Asked("once").open(16, -5).sendAll();
    awaitEnd(wrong);
    assertEquals("failed fault", wrong.state(0));
    assertEquals("failed fault", wrong.state(1));
    assertEquals(numbers(36), new Asked("once").open(16, 6).sendAll().values());
    for (String job : List.of("once", "again")) {
      Asked asked = new Asked(job).open(16, 11);
      cores[1].killAt(each -> each.matches("run [0-9]+ [0-9]+ REVEALED .*"), true);
      asked.sendAll();
      cores[1].awaitDead();
      restart(1);
      awaitEnd(asked);
      if (job.equals("once")) {
        assertEquals("failed revealed", asked.state(0));
        assertEquals("failed revealed", asked.state(1));
      } else {
        assertEquals(numbers(121), asked.values());
        assertEquals(2, asked.attempt());
      }
    }
  }

  private static final List<String> NOTES =
      List.of(
          "log forced [0-9]+ run .*",
          "run .* TAKEN.* .*",
          "run .* PREPARED.* .*",
          "run .* COMMITTED.* .*",
          "request done .*");

  @Test
  void answersAreRightOnceAfterEachKill() throws Exception {
    String ports = "inputs = [\"client\", \"client\"]\noutputs = [\"client\", \"client\"]" + RERUN;
    start(2, NUMBERS.formatted(24), program("compare", Compare.class, 2, ports));
    for (Kill kill : Kill.all(2, NOTES)) {
      Asked asked = new Asked("compare").open(16, 300, 200);
      kill.at(cores[kill.party()]);
      asked.sendAll();
      cores[kill.party()].awaitDead();
      restart(kill.party());
      try {
        assertEquals(numbers(0, 300), asked.values());
      } catch (AssertionError | Exception e) {
        throw new AssertionError(kill.toString(), e);
      }
    }
  }

  /** Refills between their masks and their runs leave material for all of them. */
  @Test
  void requestsThatCameBeforeARefillHaveMaterial() throws Exception {
    String ports = "inputs = [\"client\"]\noutputs = [\"client\"]";
    start(2, NUMBERS.formatted(4), program("once", Revealing.class, 2, ports));
    List<Asked> all = new ArrayList<>();
    for (int i = 0; i < 14; i++) { // several times what is kept ready
      all.add(new Asked("once").open(16, i));
    }
    for (Asked each : all) {
      each.sendAll();
    }
    for (int i = 0; i < all.size(); i++) {
      awaitEnd(all.get(i));
      assertEquals("done", all.get(i).state(0));
      assertEquals(numbers((long) i * i), all.get(i).values());
    }
  }
}
