package org.schurmpc.data;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.schurmpc.cli.data.DataFile;
import org.schurmpc.core.program.ProgramPort;

/**
 * The files of a test: a description of tables, and what it names.
 *
 * @param path the folder
 */
record Folder(Path path) {
  /** Writes a file. */
  Folder with(String name, String text) throws IOException {
    Files.writeString(path.resolve(name), text);
    return this;
  }

  /** Writes a file that its owner alone can read. */
  Folder withSecret(String name, String text) throws IOException {
    Path file = path.resolve(name);
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, text);
    return this;
  }

  /** Reads a description. */
  DataFile data(String toml) throws Exception {
    with("data.toml", toml);
    return new TablesOfFiles().read(path.resolve("data.toml"));
  }

  /** Reads the inputs of ports from the tables of a description. */
  SortedMap<String, BigInteger[]> read(String toml, ProgramPort... ports) throws Exception {
    return data(toml).inputs(List.of(ports)).read(Folder.class.getClassLoader(), note -> {});
  }

  /** Returns an input of party 1. */
  static ProgramPort port(String name, int bits, int count) {
    BigInteger most = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    return port(name, "unsigned " + bits, BigInteger.ZERO, most, count);
  }

  /** Returns an input of party 1 with a sign. */
  static ProgramPort signed(String name, int bits, int count) {
    BigInteger bound = BigInteger.ONE.shiftLeft(bits - 1);
    return port(name, "signed " + bits, bound.negate(), bound.subtract(BigInteger.ONE), count);
  }

  private static ProgramPort port(
      String name, String type, BigInteger least, BigInteger most, int count) {
    return new ProgramPort(name, OptionalInt.of(0), type, least, most, false, count);
  }

  /** Returns numbers as a text. */
  static String text(BigInteger[] values) {
    return Arrays.stream(values).map(BigInteger::toString).collect(Collectors.joining(" "));
  }
}
