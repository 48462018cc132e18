package org.schurmpc.core.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/**
 * What every protocol must do among honest parties: agree with the evaluation in the clear on
 * random circuits and random maps, several times in a row, use all material that it demands, and
 * refuse an exhausted store before it sends anything.
 */
public abstract class ProtocolContract {
  /** Numbers of instances around the sizes of words. */
  private static final int[] LANES = {1, 2, 3, 31, 63, 64, 65, 128, 200};

  private static final int EVALUATIONS = 2;

  /** The number of configurations, the first ones, whose stores are exhausted. */
  private static final int EXHAUSTED = 3;

  /** The distance from a configuration's first seed to the next one's. */
  private static final int SEEDS = 10_000;

  /** A configuration of the protocol for a number of instances. */
  @FunctionalInterface
  public interface Configuration {
    /**
     * Configures the protocol.
     *
     * @param lanes how many instances are wanted; ignored if the protocol has a number of its own
     */
    ConfiguredProtocol of(int lanes) throws MpcException;
  }

  /**
   * A configuration and how much of it is tested.
   *
   * @param name of the configuration
   * @param circuits the number of random circuits
   * @param inFull the number of further circuits that only the slow suite evaluates
   * @param lookups whether every other circuit has lookups
   * @param configuration makes the protocol
   */
  public record Subject(
      String name, int circuits, int inFull, boolean lookups, Configuration configuration) {

    /** Without a sweep, without lookups. */
    public Subject(String name, int circuits, Configuration configuration) {
      this(name, circuits, 0, false, configuration);
    }
  }

  /** The configurations that are evaluated with dealt material. */
  protected abstract List<Subject> subjects() throws Exception;

  /**
   * The configurations that are evaluated with material of the protocol's own preprocessing; none
   * if it has no preprocessing.
   */
  protected abstract List<Subject> preparing() throws Exception;

  @TestFactory
  protected final Stream<DynamicTest> agreesWithThePlaintextEvaluationOnRandomCircuits()
      throws Exception {
    return agreement(false);
  }

  @Tag("slow")
  @TestFactory
  protected final Stream<DynamicTest> agreesOnManyMoreRandomCircuits() throws Exception {
    return agreement(true);
  }

  private Stream<DynamicTest> agreement(boolean full) throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    List<Subject> subjects = subjects();
    for (int number = 0; number < subjects.size(); number++) {
      Subject subject = subjects.get(number);
      int first = SEEDS * number + (full ? subject.circuits() : 0);
      int count = full ? subject.inFull() : subject.circuits();
      if (count > 0) {
        tests.add(
            DynamicTest.dynamicTest(
                subject.name(), () -> requireAgreement(subject, first, first + count)));
      }
    }
    return tests.stream();
  }

  private static void requireAgreement(Subject subject, int firstSeed, int endSeed)
      throws Exception {
    for (int seed = firstSeed; seed < endSeed; seed++) {
      Circuit circuit = circuit(subject, seed);
      ConfiguredProtocol protocol = subject.configuration().of(LANES[seed % LANES.length]);
      ProtocolRun run =
          new ProtocolRun(protocol, LayeredCircuit.of(circuit), io(circuit, protocol, seed), seed);
      for (int i = 0; i < EVALUATIONS; i++) {
        if (i > 0) {
          run.deal(run.demand());
        }
        run.requireAgreement("evaluation " + i);
        run.requireAllUsed();
      }
    }
  }

  private static Circuit circuit(Subject subject, int seed) {
    return subject.lookups() && seed % 2 == 1
        ? RandomCircuits.withLookups(seed)
        : RandomCircuits.of(seed);
  }

  private static IoMap io(Circuit circuit, ConfiguredProtocol protocol, int seed) {
    return IoMaps.random(circuit, protocol.parties(), new Random(seed));
  }

  @TestFactory
  protected final Stream<DynamicTest> agreesWithMaterialOfItsOwn() throws Exception {
    boolean preprocesses = false;
    for (Subject subject : subjects()) {
      preprocesses |= subject.configuration().of(1).preprocesses();
    }
    assertEquals(preprocesses, !preparing().isEmpty(), "whether it has its own preprocessing");
    return preparing().stream()
        .map(subject -> DynamicTest.dynamicTest(subject.name(), () -> requirePrepared(subject)));
  }

  private static void requirePrepared(Subject subject) throws Exception {
    for (int i = 0; i < subject.circuits(); i++) {
      // Odd ones, which have the lookups.
      int seed = 2 * i + 1;
      Circuit circuit = circuit(subject, seed);
      ConfiguredProtocol protocol = subject.configuration().of(LANES[seed % LANES.length]);
      IoMap io = io(circuit, protocol, seed);
      ProtocolRun run =
          ProtocolRun.prepared(protocol, LayeredCircuit.of(circuit), io, seed, EVALUATIONS);
      for (int evaluation = 0; evaluation < EVALUATIONS; evaluation++) {
        run.requireAgreement("evaluation " + evaluation);
      }
      run.requireAllUsed();
    }
  }

  @TestFactory
  protected final Stream<DynamicTest> exhaustedStoresAreRefusedBeforeAnythingIsSent()
      throws Exception {
    return subjects().stream()
        .limit(EXHAUSTED)
        .map(subject -> DynamicTest.dynamicTest(subject.name(), () -> requireExhausted(subject)));
  }

  private static void requireExhausted(Subject subject) throws Exception {
    ConfiguredProtocol protocol = subject.configuration().of(3);
    LayeredCircuit circuit = TwoLayers.circuit(3, false);
    ProtocolRun run = new ProtocolRun(protocol, circuit, TwoLayers.io(0, 1), 1);
    run.requireAgreement("first");
    BitMatrix[] inputs = run.allInputs();
    run.expected(inputs);
    Parties.run(
        SessionPairs.networks(protocol.parties()),
        ProtocolRun.LIMIT,
        network -> {
          try (Session session = run.establish(network);
              CircuitExecutor executor = run.executor(session)) {
            long before = network.traffic().bytesSent();
            BitMatrix mine = inputs[network.party()];
            assertInstanceOf(
                Exhausted.class, assertThrows(MpcException.class, () -> executor.evaluate(mine)));
            assertEquals(before, network.traffic().bytesSent(), "sent before it was refused");
          }
          return null;
        });
  }
}
