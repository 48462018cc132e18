package org.schurmpc.core.circuit.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LookupTable;

/**
 * Writes circuits in Bristol Fashion, those with lookups in an extension of it, and computes their
 * digest.
 *
 * <p>The text of a circuit is unique: LF line ends, single spaces, one blank line before the gates,
 * and one before the tables if there are any. Each table is written once, in the order of first
 * use. Reading the text gives an equal circuit. The extension is described at {@link
 * CircuitReader}.
 */
public final class BristolFashion {
  private static final DigestCache DIGESTS = new DigestCache();

  private BristolFashion() {}

  /**
   * Writes a circuit to a file, replacing its content; compressed with gzip if the file's name ends
   * in {@code .gz}.
   */
  public static void write(Circuit circuit, Path file) throws BadFile {
    boolean packed = String.valueOf(file.getFileName()).endsWith(".gz");
    try (OutputStream plain = Files.newOutputStream(file);
        OutputStream out = packed ? new GZIPOutputStream(plain) : plain) {
      write(circuit, out);
    } catch (IOException e) {
      throw FileErrors.unwritable(file, e);
    }
  }

  /** Writes a circuit to a stream, which stays open. */
  public static void write(Circuit circuit, OutputStream out) throws IOException {
    GateText text = new GateText(out);
    text.number(circuit.gateCount()).space().number(circuit.wireCount()).text("\n");
    sizes(text, circuit.inputSizes());
    sizes(text, circuit.outputSizes());
    if (!circuit.tables().isEmpty()) {
      text.text("\n");
      for (LookupTable table : circuit.tables()) {
        table(text, table);
      }
    }
    text.text("\n");
    for (int g = 0; g < circuit.gateCount(); g++) {
      gate(text, circuit, g);
    }
    text.flush();
  }

  /** Returns the SHA-256 of a circuit's text: 32 bytes, computed once for a circuit object. */
  public static byte[] digest(Circuit circuit) {
    return DIGESTS.digest(circuit, BristolFashion::compute);
  }

  private static byte[] compute(Circuit circuit) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      write(circuit, new DigestOutputStream(OutputStream.nullOutputStream(), sha));
      return sha.digest();
    } catch (NoSuchAlgorithmException | IOException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Returns the SHA-256 of a circuit's text as 64 hex digits. */
  public static String hexDigest(Circuit circuit) {
    return HexFormat.of().formatHex(digest(circuit));
  }

  private static void sizes(GateText text, int[] sizes) throws IOException {
    text.number(sizes.length);
    for (int size : sizes) {
      text.space().number(size);
    }
    text.text("\n");
  }

  private static void gate(GateText text, Circuit circuit, int g) throws IOException {
    switch (circuit.type(g)) {
      case XOR -> binary(text, circuit, g, " XOR\n");
      case AND -> binary(text, circuit, g, " AND\n");
      case INV -> unary(text, circuit.left(g), circuit.out(g), " INV\n");
      case EQW -> unary(text, circuit.left(g), circuit.out(g), " EQW\n");
      case ZERO -> unary(text, 0, circuit.out(g), " EQ\n");
      case ONE -> unary(text, 1, circuit.out(g), " EQ\n");
      case LOOKUP -> lookup(text, circuit, g);
    }
  }

  private static void table(GateText text, LookupTable table) throws IOException {
    text.number(table.inputBits()).space().number(table.outputBits());
    for (int index = 0; index < table.entries(); index++) {
      text.space().number(table.entry(index));
    }
    text.text(" TABLE\n");
  }

  private static void lookup(GateText text, Circuit circuit, int g) throws IOException {
    int inputs = circuit.inputCount(g);
    int outputs = circuit.outputCount(g);
    text.number(inputs).space().number(outputs);
    for (int i = 0; i < inputs; i++) {
      text.space().number(circuit.input(g, i));
    }
    for (int i = 0; i < outputs; i++) {
      text.space().number(circuit.output(g, i));
    }
    text.space().number(circuit.tableNumber(g)).text(" LOOKUP\n");
  }

  static void binary(GateText text, Circuit circuit, int g, String end) throws IOException {
    text.text("2 1 ").number(circuit.left(g)).space().number(circuit.right(g));
    text.space().number(circuit.out(g)).text(end);
  }

  static void unary(GateText text, int in, int out, String end) throws IOException {
    text.text("1 1 ").number(in).space().number(out).text(end);
  }
}
