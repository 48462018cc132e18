package org.schurmpc.vm.code;

import java.util.List;
import java.util.Objects;

/**
 * A program as bytecode. May be malformed: only a verified program runs.
 *
 * @param parties number of parties
 * @param fields one to three fields: one of them or a prime field and a binary one, and behind a
 *     prime field, perhaps, bits
 * @param pools the constants of each field, {@link org.schurmpc.core.field.Field#limbs()} longs
 *     each
 * @param texts texts that the program prints
 * @param tables public tables, in which values are looked up at secret indices
 */
public record Program(
    String name,
    int parties,
    List<FieldUse> fields,
    List<long[]> pools,
    MemoryLayout memory,
    List<Port> inputs,
    List<Port> outputs,
    List<String> texts,
    List<PublicTable> tables,
    List<Tape> tapes,
    Schedule schedule,
    Lines lines) {
  public Program {
    Objects.requireNonNull(name);
    Objects.requireNonNull(memory);
    Objects.requireNonNull(schedule);
    Objects.requireNonNull(lines);
    fields = List.copyOf(fields);
    pools = List.copyOf(pools);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    texts = List.copyOf(texts);
    tables = List.copyOf(tables);
    tapes = List.copyOf(tapes);
  }

  /** Returns the number of the field of TinyOT's bits, or -1 if there is none. */
  public int bitField() {
    return FieldUse.bits(fields);
  }

  /** Returns the program with other tapes. */
  public Program withTapes(List<Tape> others) {
    return new Program(
        name, parties, fields, pools, memory, inputs, outputs, texts, tables, others, schedule,
        lines);
  }

  /**
   * Returns the digest, 32 bytes: of everything but the source lines. Parties agree on a program by
   * its digest.
   *
   * @throws IllegalArgumentException if the program cannot be written as a file
   */
  public byte[] digest() {
    return ProgramWriter.digest(this);
  }
}
