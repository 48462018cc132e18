package org.schurmpc.vm.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.vm.Programs;
import org.schurmpc.vm.asm.Assembler;
import org.schurmpc.vm.code.FieldUse;
import org.schurmpc.vm.code.Lines;
import org.schurmpc.vm.code.MemoryLayout;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.Tape;
import org.schurmpc.vm.code.ValueType;

/** Programs that no file gives, made by callers of the API, are refused as well. */
class ProgramLimitsTest {
  private static final int MOST = 0xffff;

  private final Program plain;

  ProgramLimitsTest() throws BadFile {
    plain = Assembler.assemble(Programs.text("verify/template.asm").replace("CODE\n", ""), "TEXT");
  }

  private Program with(
      List<FieldUse> fields, MemoryLayout memory, List<Port> inputs, List<String> texts) {
    return new Program(
        plain.name(),
        plain.parties(),
        fields,
        plain.pools(),
        memory,
        inputs,
        plain.outputs(),
        texts,
        plain.tables(),
        plain.tapes(),
        plain.schedule(),
        plain.lines());
  }

  private static void isRefused(Program program, String message) {
    BadFile e = assertThrows(BadFile.class, () -> Verifier.verify(program, "FILE"));
    assertEquals("FILE: " + message, e.getMessage());
  }

  @Test
  void threeFields() {
    List<FieldUse> fields = new ArrayList<>(plain.fields());
    fields.add(plain.fields().get(1));
    isRefused(
        with(fields, plain.memory(), plain.inputs(), plain.texts()),
        "of two fields, the first is a prime field and the second a binary one");
  }

  @Test
  void memoryOfOneFieldWhereThereAreTwo() {
    MemoryLayout memory = new MemoryLayout(new int[] {10}, new int[] {10}, 10, false);
    isRefused(
        with(plain.fields(), memory, plain.inputs(), plain.texts()),
        "the parts of the program do not fit each other");
  }

  @Test
  void portsBeyondTheLimit() {
    List<Port> inputs =
        IntStream.rangeClosed(0, MOST)
            .mapToObj(i -> new Port("x" + i, 0, 0, ValueType.BIT, 1, 0, 1))
            .toList();
    isRefused(
        with(plain.fields(), plain.memory(), inputs, plain.texts()),
        "there are more than 65,535 ports");
  }

  @Test
  void textsBeyondTheLimit() {
    List<String> texts = Collections.nCopies(MOST + 1, "t");
    isRefused(
        with(plain.fields(), plain.memory(), plain.inputs(), texts),
        "there are more than 65,535 texts");
  }

  /** A constant of the first field that is its order, or more. */
  @Test
  void constantsThatAreNoElements() {
    List<long[]> pools = new ArrayList<>(plain.pools());
    long[] constants = pools.get(0).clone();
    constants[0] = -1;
    constants[1] = -1;
    pools.set(0, constants);
    isRefused(
        new Program(
            plain.name(),
            plain.parties(),
            plain.fields(),
            pools,
            plain.memory(),
            plain.inputs(),
            plain.outputs(),
            plain.texts(),
            plain.tables(),
            plain.tapes(),
            plain.schedule(),
            plain.lines()),
        "the parts of the program do not fit each other");
  }

  @Test
  void tapesBeyondTheLimit() {
    int many = 1 + (1 << 16);
    isRefused(
        new Program(
            plain.name(),
            plain.parties(),
            plain.fields(),
            plain.pools(),
            plain.memory(),
            plain.inputs(),
            plain.outputs(),
            plain.texts(),
            plain.tables(),
            Collections.nCopies(many, plain.tapes().get(0)),
            plain.schedule(),
            Lines.none(many)),
        "there are more than 65,536 tapes");
  }

  @Test
  void footprintsBeyondTheLimit() {
    Tape first = plain.tapes().get(0);
    isRefused(
        MalformedTest.withFirstTape(
            plain, Collections.nCopies(MOST + 1, first.footprints().get(0)), first.words()),
        "tape main has more than 65,535 footprints");
  }

  @Test
  void twoPortsOfOneName() {
    List<Port> inputs = new ArrayList<>(plain.inputs());
    inputs.add(plain.inputs().get(0));
    isRefused(
        with(plain.fields(), plain.memory(), inputs, plain.texts()), "there are two of input x");
  }

  @Test
  void widthsBeyondTheFieldAreNamed() {
    List<Port> inputs = new ArrayList<>(plain.inputs());
    inputs.set(0, new Port("x", 0, 0, ValueType.UNSIGNED, 128, 0, 4));
    BadFile e =
        assertThrows(
            BadFile.class,
            () ->
                Verifier.verify(
                    with(plain.fields(), plain.memory(), inputs, plain.texts()), "FILE"));
    assertTrue(e.getMessage().endsWith("unsigned of 128 bits over a field of 128"), e.getMessage());
  }
}
