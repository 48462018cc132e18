package org.schurmpc.cli.command;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.cli.values.InputFile;
import org.schurmpc.cli.values.NamedText;
import org.schurmpc.cli.values.NamedValues;
import org.schurmpc.cli.values.OutputText;
import org.schurmpc.cli.values.ValueFormat;
import org.schurmpc.cli.values.ValueOrder;
import org.schurmpc.cli.values.ValueWriting;
import org.schurmpc.client.Answer;
import org.schurmpc.client.Job;
import org.schurmpc.client.JobDescription;
import org.schurmpc.client.Port;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.program.ProgramPort;

/**
 * Reads a client's inputs and writes its outputs in the formats of parties: those of a circuit as
 * {@code eval} does with names, those of a program as {@code program run} does.
 *
 * @param order how the bits of a circuit's values are written in hex
 */
record ClientValues(ValueOrder order) {
  /**
   * Returns the values in an order.
   *
   * @throws Refused if there is no such order
   */
  static ClientValues in(String order) throws Refused {
    for (ValueOrder each : ValueOrder.values()) {
      if (each.toString().equals(order)) {
        return new ClientValues(each);
      }
    }
    throw new Refused("--order is number, msb or lsb, not '" + order + "'");
  }

  /** Gives a job the inputs in a file. */
  void read(Path file, JobDescription description, Job job) throws MpcException {
    List<Port> ports = description.ourInputs();
    if (description.isProgram()) {
      List<ProgramPort> all = ports.stream().map(port -> programPort(port, description)).toList();
      NamedValues.read(file, null, all).forEach(job::input);
      return;
    }
    int[] sizes = sizes(ports);
    boolean[] all = new boolean[sizes.length];
    Arrays.fill(all, true);
    InputFile input = new InputFile(file, false, sizes, all, writing("input", ports), 1);
    input.lanes(); // all of the file is checked before anything is taken
    BitMatrix bits = new BitMatrix(Arrays.stream(sizes).sum(), 1);
    input.read(bits);
    int at = 0;
    for (Port port : ports) {
      boolean[] values = new boolean[port.totalBits()];
      for (int i = 0; i < values.length; i++) {
        values[i] = bits.get(at++, 0);
      }
      job.input(port.name(), values);
    }
  }

  /** Writes all outputs; the stream stays open. */
  void write(Answer answer, JobDescription description, OutputStream to)
      throws IOException, Refused {
    List<Port> ports = answer.ports();
    if (ports.isEmpty()) {
      return;
    }
    if (description.isProgram()) {
      SortedMap<String, BigInteger[]> values = new TreeMap<>();
      for (Port port : ports) {
        values.put(port.name(), answer.numbers(port.name()).toArray(BigInteger[]::new));
      }
      List<ProgramPort> all = ports.stream().map(port -> programPort(port, description)).toList();
      new NamedText(all, Map.of()).write(values, to);
      return;
    }
    int[] sizes = sizes(ports);
    BitMatrix bits = new BitMatrix(Arrays.stream(sizes).sum(), 1);
    int at = 0;
    for (Port port : ports) {
      byte[] packed = answer.bits(port.name());
      for (int i = 0; i < port.totalBits(); i++) {
        bits.set(at++, 0, (packed[i / Byte.SIZE] >> (i % Byte.SIZE) & 1) != 0);
      }
    }
    boolean[] all = new boolean[sizes.length];
    Arrays.fill(all, true);
    new OutputText(sizes, all, writing("output", ports), false).write(bits, to);
  }

  private static int[] sizes(List<Port> ports) {
    return ports.stream().mapToInt(Port::totalBits).toArray();
  }

  private ValueWriting writing(String side, List<Port> ports) throws Refused {
    return ValueWriting.of(
        side,
        sizes(ports),
        order,
        Optional.empty(),
        Optional.of(ports.stream().map(ClientValues::format).toList()),
        Optional.of(ports.stream().map(Port::name).toList()));
  }

  private static String format(Port port) {
    ValueFormat format =
        switch (port.kind()) {
          case BIT, UNSIGNED -> ValueFormat.DECIMAL;
          case SIGNED, FIXED -> ValueFormat.SIGNED;
          case BITS, ELEMENT -> ValueFormat.HEX;
        };
    return (port.count() == 1 ? format : ValueFormat.HEX).toString();
  }

  private static ProgramPort programPort(Port port, JobDescription description) {
    return new ProgramPort(
        port.name(),
        OptionalInt.empty(),
        port.kind().name().toLowerCase(Locale.ROOT) + " " + port.bits(),
        port.least(),
        port.most(),
        description.domain().startsWith("gf2_"),
        port.fraction(),
        port.count());
  }
}
