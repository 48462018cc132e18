package org.schurmpc.minimac;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;

class MiniTrixTest {

  private static IoMap randomMap(Circuit circuit, Random random) {
    List<InputSource> inputs = new ArrayList<>();
    for (int i = 0; i < circuit.inputSizes().length; i++) {
      inputs.add(
          switch (random.nextInt(4)) {
            case 0 -> new InputSource.Public();
            case 1 -> new InputSource.Shared();
            default -> new InputSource.Private(random.nextInt(2));
          });
    }
    List<OutputTarget> outputs = new ArrayList<>();
    for (int i = 0; i < circuit.outputSizes().length; i++) {
      outputs.add(
          random.nextBoolean() ? new OutputTarget.All() : new OutputTarget.Only(random.nextInt(2)));
    }
    return new IoMap(inputs, outputs);
  }

  @ParameterizedTest
  @CsvSource({
    "255x85, BATCHED, plain, 500",
    "256x120, BATCHED, plain, 500",
    "255x85, BATCHED, vector, 500",
    "256x120, BATCHED, vector, 500",
    "255x85, PAPER, plain, 50",
    "256x120, PAPER, plain, 50",
  })
  void agreesWithThePlaintextEvaluationOnRandomCircuits(
      String code, OpeningMode opening, String kernels, int count) throws Exception {
    ConfiguredProtocol protocol = Configurations.minitrix(code, opening, kernels);
    for (long seed = 0; seed < count; seed++) {
      Random random = new Random(seed);
      Circuit circuit = RandomCircuits.of(seed);
      IoMap io = randomMap(circuit, random);
      MiniTrixRun run = new MiniTrixRun(protocol, LayeredCircuit.of(circuit), io, seed);
      BitMatrix first = run.inputs("first");
      BitMatrix second = run.inputs("second");
      BitMatrix joint = joint(circuit, io, first, second);
      BitMatrix expected = PlainEvaluation.evaluate(circuit, joint);
      List<BitMatrix> results = run.run(first, second);
      for (int party = 0; party < 2; party++) {
        assertEquals(visible(circuit, io, expected, party), results.get(party), "seed " + seed);
      }
    }
  }

  /** The values that enter the circuit; public inputs are made equal at both. */
  private static BitMatrix joint(Circuit circuit, IoMap io, BitMatrix first, BitMatrix second) {
    BitMatrix result = new BitMatrix(first.rows(), first.columns());
    int wire = 0;
    for (int i = 0; i < io.inputs().size(); i++) {
      for (int j = 0; j < circuit.inputSizes()[i]; j++, wire++) {
        InputSource source = io.inputs().get(i);
        if (source instanceof InputSource.Public) {
          second.copyRow(wire, first, wire);
        }
        boolean useSecond = source instanceof InputSource.Private p && p.party() == 1;
        result.copyRow(wire, useSecond ? second : first, wire);
        if (source instanceof InputSource.Shared) {
          for (int w = 0; w < result.wordsPerRow(); w++) {
            result.words()[result.offset(wire) + w] ^= second.words()[second.offset(wire) + w];
          }
        }
      }
    }
    return result;
  }

  private static BitMatrix visible(Circuit circuit, IoMap io, BitMatrix all, int party) {
    BitMatrix result = new BitMatrix(all.rows(), all.columns());
    int wire = 0;
    for (int i = 0; i < io.outputs().size(); i++) {
      for (int j = 0; j < circuit.outputSizes()[i]; j++, wire++) {
        if (io.outputs().get(i).includes(party)) {
          result.copyRow(wire, all, wire);
        }
      }
    }
    return result;
  }
}
