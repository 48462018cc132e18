package org.schurmpc.garbled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.contract.WireFormatContract;
import org.schurmpc.core.crypto.RecordedHashes;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.RandomBatch;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.garbled.material.GarbledLevel;

/** Several evaluations in one session: right, and nothing is used in two of them. */
class OneSessionTest {
  private static final int EVALUATIONS = 3;
  private static final int GATES = 150;
  private static final int ROW_BYTES = 16;

  private static ProtocolRun run(ConfiguredProtocol protocol, long seed) throws Exception {
    LayeredCircuit circuit = LayeredCircuit.of(WireFormatContract.circuit(GATES));
    ProtocolRun run =
        new ProtocolRun(protocol, circuit, IoMap.roundRobin(circuit.circuit(), 2), seed);
    for (int i = 1; i < EVALUATIONS; i++) {
      run.deal(run.demand());
    }
    return run;
  }

  private static void evaluate(ProtocolRun run, Network[] networks) throws Exception {
    BitMatrix[][] inputs = new BitMatrix[EVALUATIONS][2];
    for (int i = 0; i < EVALUATIONS; i++) {
      for (int party = 0; party < 2; party++) {
        inputs[i][party] = run.inputs("inputs " + i + " of " + party);
      }
    }
    List<BitMatrix[]> outputs =
        Parties.run(
            networks,
            ProtocolRun.LIMIT,
            network -> {
              BitMatrix[] out = new BitMatrix[EVALUATIONS];
              try (Session session = run.establish(network);
                  CircuitExecutor executor = run.executor(session)) {
                for (int i = 0; i < EVALUATIONS; i++) {
                  out[i] = executor.evaluate(inputs[i][network.party()]);
                }
              }
              return out;
            });
    for (int i = 0; i < EVALUATIONS; i++) {
      List<BitMatrix> expected = run.expected(inputs[i]);
      for (int party = 0; party < 2; party++) {
        assertEquals(expected.get(party), outputs.get(party)[i], "evaluation " + i);
      }
    }
  }

  /** No tweak has more rows than the two labels of one input of one gate, in all evaluations. */
  @ParameterizedTest
  @CsvSource({"1, 1", "3, 65536", "63, 1", "65, 1", "128, 10000"})
  void eachTweakServesOneInputOfOneGate(int lanes, int chunk) throws Exception {
    ProtocolRun run = run(Configurations.garbled(64, 1, lanes, chunk, "plain"), lanes);
    try (RecordedHashes recorded = RecordedHashes.start()) {
      evaluate(run, SessionPairs.networks());
      recorded.requireBound();
      assertEquals(4 * 2 * GATES * lanes * EVALUATIONS, recorded.tweaks());
      // The garbler hashes both labels, and the evaluator one of them.
      recorded.counts().values().forEach(each -> assertTrue(Arrays.equals(new int[] {1, 2}, each)));
    }
    run.requireAllUsed();
  }

  /** Connections of one session, which count their evaluations alike, have tweaks of their own. */
  @Test
  void connectionsHaveTweaksOfTheirOwn() throws Exception {
    ProtocolRun run = run(Configurations.garbled(64, 1, 1, "plain"), 5);
    BitMatrix[] inputs = run.allInputs();
    List<BitMatrix> expected = run.expected(inputs);
    try (RecordedHashes recorded = RecordedHashes.start()) {
      List<BitMatrix> outputs =
          Parties.run(
              SessionPairs.networks(),
              ProtocolRun.LIMIT,
              network -> {
                int party = network.party();
                try (Session session = run.establish(network)) {
                  try (CircuitExecutor executor = run.executor(session)) {
                    executor.evaluate(inputs[party]);
                  }
                  try (Session fork = session.fork("second");
                      CircuitExecutor executor = run.executor(fork)) {
                    return executor.evaluate(inputs[party]);
                  }
                }
              });
      assertEquals(expected, outputs);
      recorded.requireBound();
      assertEquals(4 * 2 * GATES * 2, recorded.tweaks());
    }
  }

  /** The labels of an evaluation are no other one's. */
  @Test
  void labelsAreDrawnForEachEvaluation() throws Exception {
    ProtocolRun run = run(Configurations.garbled(64, 0, 1, "plain"), 7);
    Recording recording = new Recording();
    evaluate(run, recording.of(SessionPairs.networks()));
    List<byte[]> frames = recording.frames(0);
    int ofTables = 2 * GATES * 56 + 2 * GATES * ROW_BYTES;
    Set<List<Byte>> labels = new HashSet<>();
    int messages = 0;
    for (byte[] frame : frames) {
      if (frame.length >= ofTables) {
        messages++;
        for (int row = 0; row < 2 * GATES; row++) {
          Byte[] label = new Byte[ROW_BYTES];
          for (int b = 0; b < ROW_BYTES; b++) {
            label[b] = frame[frame.length - ofTables + row * ROW_BYTES + b];
          }
          labels.add(List.of(label));
        }
      }
    }
    assertEquals(EVALUATIONS, messages);
    assertEquals(EVALUATIONS * 2 * GATES, labels.size());
  }

  /** Nothing is evaluated twice, or opened before it is computed. */
  @Test
  void stepsComeInTheirOrder() throws Exception {
    ProtocolRun run = run(Configurations.garbled(64, 0, 2, "plain"), 8);
    BitMatrix[] inputs = run.allInputs();
    run.expected(inputs);
    Parties.run(
        SessionPairs.networks(),
        ProtocolRun.LIMIT,
        network -> {
          InputBatch in = new InputBatch(run.circuit, run.io);
          OutputBatch out = new OutputBatch(run.circuit, run.io);
          try (Session session = run.establish(network);
              Evaluator evaluator = run.protocol.evaluator(session, run.stores[network.party()])) {
            assertThrows(
                IllegalStateException.class, () -> evaluator.input(in, inputs[network.party()]));
            evaluator.begin(run.circuit);
            assertThrows(IllegalStateException.class, () -> evaluator.compute(run.circuit));
            evaluator.input(in, inputs[network.party()]);
            assertThrows(IllegalStateException.class, () -> evaluator.output(out));
            assertThrows(
                IllegalStateException.class,
                () -> evaluator.random(new RandomBatch(run.circuit.outputSlots())));
            assertThrows(
                IllegalStateException.class, () -> evaluator.multiply(run.circuit.multiply(0)));
            assertThrows(
                IllegalStateException.class, () -> evaluator.linear(run.circuit.linear(0)));
            evaluator.compute(run.circuit);
            assertThrows(IllegalStateException.class, () -> evaluator.compute(run.circuit));
            evaluator.output(out);
            assertThrows(IllegalStateException.class, () -> evaluator.output(out));
          }
          return null;
        });
  }

  /** Random bits are the same at both parties, of one evaluator after it has evaluated. */
  @Test
  void randomBitsAgreeAndAreUniform() throws Exception {
    ProtocolRun run = run(Configurations.garbled(64, 1, 65, "plain"), 9);
    var level = new GarbledLevel(64, 1);
    run.deal(Demand.of(level.storeName()).add(level.material().randomBits(), 2L * GATES).build());
    BitMatrix[] inputs = run.allInputs();
    run.expected(inputs);
    IoMap io = new IoMap(run.io.inputs(), List.of(new OutputTarget.All()));
    List<BitMatrix> outputs =
        Parties.run(
            SessionPairs.networks(),
            ProtocolRun.LIMIT,
            network -> {
              try (Session session = run.establish(network);
                  Evaluator evaluator =
                      run.protocol.evaluator(session, run.stores[network.party()])) {
                evaluator.begin(run.circuit);
                evaluator.input(new InputBatch(run.circuit, run.io), inputs[network.party()]);
                evaluator.compute(run.circuit);
                evaluator.output(new OutputBatch(run.circuit, io));
                evaluator.begin(run.circuit);
                evaluator.random(new RandomBatch(run.circuit.outputSlots()));
                return evaluator.output(new OutputBatch(run.circuit, io));
              }
            });
    assertEquals(outputs.get(0), outputs.get(1));
    int ones = 0;
    for (long word : outputs.get(0).words()) {
      ones += Long.bitCount(word);
    }
    double bits = GATES * 65.0;
    assertEquals(bits / 2, ones, 5 * Math.sqrt(bits / 4), "ones");
  }
}
