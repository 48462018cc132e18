package org.schurmpc.bench.job;

import java.math.BigInteger;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ConfiguredProgram;
import org.schurmpc.core.program.ProgramPort;
import org.schurmpc.core.program.ProgramResult;
import org.schurmpc.core.run.RunPlan;

/**
 * The work of the parties in a run: a program, and how they run it.
 *
 * @param configured the program with the options of the task
 */
public record ProgramWorkload(CompiledProgram program, ConfiguredProgram configured) {
  /** Number of bytes by which random numbers are longer than their range. */
  private static final int MORE_BYTES = 16;

  /**
   * Returns the workload of a task with its program.
   *
   * @throws Refused if an option is unknown or out of its range
   */
  public static ProgramWorkload of(ProgramTask task, CompiledProgram program) throws Refused {
    return new ProgramWorkload(program, program.configure(task.options(), task.tapes()));
  }

  /**
   * Returns the workload of a task, with the program that this process received.
   *
   * @throws Disagreement if the program differs from the Monitor's
   * @throws Refused as {@link #of}
   */
  public static ProgramWorkload checked(ProgramTask task, CompiledProgram program)
      throws Disagreement, Refused {
    if (!program.digest().equals(task.digest()) || program.parties() != task.parties()) {
      throw new Disagreement(
          "program %s is another one here than at the Monitor: its digest is %s here and %s there"
              .formatted(task.file(), program.digest(), task.digest()));
    }
    return of(task, program);
  }

  /** Returns the fields of the program, each with the material of one run. */
  public List<RunPlan.Part> parts() {
    return configured.plan().parts();
  }

  /** Returns the size of the material of one run at one party, in bytes. */
  public long materialBytes() {
    return parts().stream().mapToLong(part -> part.unit().bytes()).sum();
  }

  /** Returns a party's inputs of a run by name: random values in the range of each input. */
  public SortedMap<String, BigInteger[]> inputs(InputSeeds seeds, int party, int run) {
    SortedMap<String, BigInteger[]> inputs = new TreeMap<>();
    Prg prg = seeds.own(run);
    for (ProgramPort port : program.inputs()) {
      if (port.party().orElse(party) == party) {
        inputs.put(port.name(), values(port, prg));
      }
    }
    prg.wipe();
    return inputs;
  }

  private static BigInteger[] values(ProgramPort port, Prg prg) {
    BigInteger range = port.most().subtract(port.least()).add(BigInteger.ONE);
    byte[] bytes = new byte[range.bitLength() / Byte.SIZE + MORE_BYTES];
    BigInteger[] values = new BigInteger[port.count()];
    for (int i = 0; i < values.length; i++) {
      prg.nextBytes(bytes, 0, bytes.length);
      values[i] = new BigInteger(1, bytes).mod(range).add(port.least());
    }
    return values;
  }

  /** Returns the outputs that a party receives, in the program's order. */
  public List<ProgramPort> outputs(int party) {
    return program.outputs().stream().filter(port -> port.party().orElse(party) == party).toList();
  }

  /**
   * Returns hashes of what a party learns: of the printed lines, and of each output that the party
   * receives.
   *
   * @return {@value FieldHash#BYTES} bytes for each
   */
  public byte[] hashes(int party, ProgramResult result) {
    List<ProgramPort> outputs = outputs(party);
    byte[] all = new byte[hashBytes(party)];
    FieldHash printed = new FieldHash("printed lines");
    result.prints().forEach(printed::add);
    System.arraycopy(printed.digest(), 0, all, 0, FieldHash.BYTES);
    for (int i = 0; i < outputs.size(); i++) {
      String name = outputs.get(i).name();
      FieldHash hash = new FieldHash("output").add(name);
      for (BigInteger value : result.outputs().get(name)) {
        hash.add(value.toByteArray());
      }
      System.arraycopy(hash.digest(), 0, all, (i + 1) * FieldHash.BYTES, FieldHash.BYTES);
    }
    return all;
  }

  /** Returns the length of {@link #hashes}. */
  public int hashBytes(int party) {
    return (outputs(party).size() + 1) * FieldHash.BYTES;
  }
}
