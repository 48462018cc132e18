package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.code.EncoderKind;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.MiniMacCode;
import org.schurmpc.minimac.material.Packing;

/** Every rung of the ladder computes what the circuit says. */
class LadderTest {
  private static final List<String> CODES = List.of("255x85", "256x120");
  private static final int CIRCUITS = 12;

  @TestFactory
  Stream<DynamicTest> agreesWithThePlaintextEvaluationOnRandomCircuits() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String code : CODES) {
      for (Variant variant : Configurations.rungs(code)) {
        int seed = CIRCUITS * tests.size();
        tests.add(
            DynamicTest.dynamicTest(
                Configurations.describe(variant),
                () ->
                    MiniTrixTest.requireAgreement(
                        Configurations.of(variant), seed, seed + CIRCUITS)));
      }
    }
    return tests.stream();
  }

  /** All encoders give the same words, wherever public words are encoded; so do other codes. */
  @TestFactory
  Stream<DynamicTest> agreesWithAnyEncoderAndCode() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String code : List.of("255x85", "256x120", "64x20", "255x51", "5x1")) {
      for (EncoderKind encoder : EncoderKind.values()) {
        MiniMacCode named = new MiniMacCode(ReedSolomon.named(code));
        if (encoder.supports(named.c()) && encoder.supports(named.star())) {
          var batched = OpeningMode.BATCHED;
          for (Variant rung :
              List.of(
                  Configurations.rung(
                      code, Packing.BYTES, ConversionMode.ONE, false, OpeningMode.PAPER),
                  Configurations.rung(code, Packing.BITS, ConversionMode.SYMMETRIC, true, batched),
                  Configurations.rung(code, Packing.BITS, ConversionMode.NONE, true, batched))) {
            Variant variant = Configurations.with(encoder, rung);
            tests.add(
                DynamicTest.dynamicTest(
                    Configurations.describe(variant),
                    () -> MiniTrixTest.requireAgreement(Configurations.of(variant), 7_000, 7_003)));
          }
        }
      }
    }
    return tests.stream();
  }

  /** Five rungs that the paper measures. */
  @TestFactory
  Stream<DynamicTest> encryptsWithAes() {
    var paper = OpeningMode.PAPER;
    var batched = OpeningMode.BATCHED;
    return Stream.of(
            Configurations.rung("256x120", Packing.BYTES, ConversionMode.ONE, false, paper),
            Configurations.rung("255x85", Packing.BYTES, ConversionMode.SYMMETRIC, false, batched),
            Configurations.rung("255x85", Packing.BITS, ConversionMode.SYMMETRIC, false, paper),
            Configurations.rung("256x120", Packing.BITS, ConversionMode.ONE, true, batched),
            Configurations.rung("255x85", Packing.BITS, ConversionMode.NONE, true, paper))
        .map(LadderTest::encryption);
  }

  @Tag("slow")
  @TestFactory
  Stream<DynamicTest> encryptsWithAesOnEveryRung() {
    return CODES.stream()
        .flatMap(code -> Configurations.rungs(code).stream())
        .map(LadderTest::encryption);
  }

  private static DynamicTest encryption(Variant variant) {
    return DynamicTest.dynamicTest(Configurations.describe(variant), () -> encrypt(variant));
  }

  private static void encrypt(Variant variant) throws Exception {
    LayeredCircuit circuit = LayeredCircuit.of(CircuitLibrary.open("aes_128"));
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    MiniTrixRun run = new MiniTrixRun(Configurations.of(variant), circuit, io, 5);
    BitMatrix first = run.inputs("first");
    BitMatrix second = run.inputs("second");
    BitMatrix joint = IoMaps.join(circuit.circuit(), io, first, second);
    BitMatrix expected = PlainEvaluation.evaluate(circuit.circuit(), joint);
    for (BitMatrix result : run.run(first, second)) {
      assertEquals(expected, result);
    }
  }
}
