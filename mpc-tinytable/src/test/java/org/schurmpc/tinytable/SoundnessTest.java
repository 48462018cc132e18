package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.prep.AlteredStore.Alteration;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.Scheme;
import org.schurmpc.tinytable.material.TableCode;
import org.schurmpc.tinytable.material.ToyKeys;

/**
 * What is opened wrongly must be paid for by guessing: with codes, or a global key, of eight bits a
 * forgery passes once in 256 times.
 */
class SoundnessTest {
  private static final long TOY_KEY = 0xFF;
  private static final int BATCH = 64;

  private final Random random = new Random(2017);

  @ParameterizedTest
  @CsvSource({"lookup8, table", "linear, AND", "codeword 8x4, table", "codeword 8x4, output"})
  void forgeriesPassAsOftenAsTheBoundSays(String scheme, String where) throws Exception {
    requireExpected(scheme, where, 1280);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "lookup8, AND",
    "lookup8, table",
    "linear, AND",
    "linear, table",
    "linear, output",
    "codeword 8x4, AND",
    "codeword 8x4, table",
    "codeword 8x4, output"
  })
  void forgeriesPassAsOftenInManyTries(String scheme, String where) throws Exception {
    requireExpected(scheme, where, 64_000);
  }

  /** Within five standard deviations. */
  private void requireExpected(String scheme, String where, int tries) throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(2);
    builder.output(builder.and(x[0], x[1]));
    builder.output(builder.lookup(RandomCircuits.table(new Random(1), 2, 2), x));
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    TinyTable protocol = Configurations.tinytable(scheme, 1, "plain");
    int accepted = 0;
    for (int done = 0; done < tries; done += BATCH) {
      ProtocolRun[] runs = new ProtocolRun[BATCH];
      for (int i = 0; i < BATCH; i++) {
        runs[i] = forgery(protocol, circuit, io, where, done + i);
      }
      accepted += accepted(runs, where.equals("output"));
    }
    double mean = tries / 256.0;
    assertTrue(
        accepted > 0 && Math.abs(accepted - mean) < 5 * Math.sqrt(mean),
        accepted + " of " + tries + " accepted");
  }

  /** How many the first party takes. */
  private static int accepted(ProtocolRun[] runs, boolean toTheEnd) throws Exception {
    BitMatrix inputs = runs[0].inputs("inputs");
    return Parties.run(
            2,
            Duration.ofMinutes(2),
            network -> {
              int passed = 0;
              for (ProtocolRun run : runs) {
                passed += passes(network, run, inputs, toTheEnd) ? 1 : 0;
              }
              return passed;
            })
        .get(0);
  }

  /** A run of which the second party's material is forged. */
  private ProtocolRun forgery(
      TinyTable protocol, LayeredCircuit circuit, IoMap io, String where, int number)
      throws Exception {
    TrustedDealer dealer =
        ToyKeys.dealer(
            protocol.parameters(),
            SessionPairs.seeded("toy" + number),
            NamedKernels.of("plain"),
            protocol.parameters().scheme().form() == Scheme.Form.LOOKUP ? -1 : TOY_KEY);
    ProtocolRun run = new ProtocolRun(protocol, circuit, io, number, dealer);
    Material material = Configurations.material(run);
    MaterialKind kind =
        switch (where) {
          case "AND" -> material.andTables();
          case "table" -> material.tables(2, 2);
          default -> material.outputMasks();
        };
    Alteration forgery =
        protocol.parameters().scheme().code().isPresent() && !where.equals("output")
            ? wordForgery(protocol, run, where)
            : forgery(protocol, where);
    run.stores[1] = new AlteredStore(run.stores[1], kind, 0, forgery);
    return run;
  }

  /** Whether no check failed, up to that of the tables or up to that of the outputs. */
  private static boolean passes(
      Network network, ProtocolRun run, BitMatrix inputs, boolean toTheEnd) throws MpcException {
    // A session for each: a failed check ends it.
    Session session =
        SessionPairs.establish(
            network,
            new SessionTerms(CircuitExecutor.terms(run.protocol, run.circuit, run.io, "test")),
            SessionPairs.seeded("party" + network.party() + run.seed));
    try (CircuitExecutor executor =
        new CircuitExecutor(
            session, run.protocol, run.circuit, run.io, run.stores[network.party()])) {
      executor.input(inputs);
      executor.compute();
      if (toTheEnd) {
        executor.output();
      }
      return true;
    } catch (PeerCheated e) {
      assertEquals(Check.MAC, e.check());
      return false;
    }
  }

  /** A word of least weight is added to the mask; all of the key is known but one symbol. */
  private Alteration wordForgery(TinyTable protocol, ProtocolRun run, String where) {
    TableCode code = protocol.parameters().scheme().code().orElseThrow();
    // The share of the first AND gate, or redundancy alone.
    long[] error =
        WordForgery.lightCodeword(code.star(), where.equals("AND") ? 0 : code.star().k() - 1);
    long[] guess = new long[Codeword.LONGS];
    long[] keys = run.stores[0].keys(protocol.parameters().storeName());
    System.arraycopy(keys, Scheme.VECTOR_KEY, guess, 0, Codeword.LONGS);
    Codeword.setSymbol(guess, 0, code.c().n() - 1, random.nextInt(256));
    assertTrue(Codeword.symbol(error, 0, code.c().n() - 1) != 0);
    return (data, at) -> WordForgery.forge(data, at, error, guess);
  }

  /** Every share that may be opened is changed, and its MAC by one guess. */
  private Alteration forgery(TinyTable protocol, String where) {
    long guess = random.nextInt(256);
    boolean linear = protocol.parameters().scheme().form() == Scheme.Form.LINEAR;
    return switch (where) {
      case "AND" ->
          (data, at) -> {
            for (int word = 0; word < (linear ? 1 : 4); word++) {
              data[at + word] ^= 1;
            }
            // Lane 0: its MAC, or the codes of its four entries, a byte each.
            int mac = linear ? Material.linearMacs(0) : Material.ownCodes();
            data[at + mac] ^= linear ? guess : guess * 0x01010101L;
          };
      case "table" ->
          (data, at) -> {
            for (int entry = 0; entry < 4; entry++) {
              if (linear) {
                int e = at + Material.LINEAR_ENTRY * entry;
                data[e + Material.LINEAR_SHARE] ^= 1;
                data[e] ^= guess;
              } else {
                data[at] ^= 1L << (8 * entry);
                data[at + 1] ^= guess << (8 * entry);
              }
            }
          };
      default ->
          (data, at) -> {
            data[at] ^= 1;
            data[at + 1] ^= guess;
          };
    };
  }
}
