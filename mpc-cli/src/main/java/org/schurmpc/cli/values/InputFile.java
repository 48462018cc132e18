package org.schurmpc.cli.values;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.bits.BitMatrix;

/**
 * The values that a party supplies, lane after lane. As text, each lane is a line of values in hex,
 * with blanks between them; raw, each value takes as many whole bytes as its bits need.
 */
public final class InputFile {
  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final boolean raw;
  private final int mostLanes;
  private final List<ValueLayout> values;

  /**
   * @param sizes the bits of each input value of the circuit
   * @param supplied which of them are in the file, at least one
   * @param mostLanes more lanes than this are refused
   */
  public InputFile(
      Path file, boolean raw, int[] sizes, boolean[] supplied, ValueOrder order, int mostLanes) {
    this.file = file;
    this.raw = raw;
    this.mostLanes = mostLanes;
    List<ValueLayout> all = ValueLayout.of(sizes, order);
    this.values =
        IntStream.range(0, sizes.length).filter(i -> supplied[i]).mapToObj(all::get).toList();
    if (values.isEmpty()) {
      throw new IllegalArgumentException("a file for no values");
    }
  }

  /**
   * Looks through the whole file and keeps nothing.
   *
   * @return the number of lanes, at least one
   * @throws BadFile saying where something is wrong, never what is there
   */
  public int lanes() throws BadFile {
    return scan(ByteSink.NONE);
  }

  /**
   * Reads it.
   *
   * @param into a row for each wire of all input values, a column for each lane, zero
   */
  public void read(BitMatrix into) throws BadFile {
    int lanes =
        scan(
            (lane, value, index, bits) -> {
              if (lane < into.columns()) {
                value.put(index, bits, into, lane);
              }
            });
    if (lanes != into.columns()) {
      throw new BadFile(file + " was changed while it was read");
    }
  }

  private int scan(ByteSink sink) throws BadFile {
    byte[] buffer = new byte[BUFFER];
    // What is no file can be read only once, and not by the process that needs it.
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new BadFile(file + " is not a regular file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      int lanes =
          raw
              ? new RawScanner(file.toString(), values, mostLanes, sink).scan(in, buffer)
              : new HexScanner(file.toString(), values, mostLanes, sink).scan(in, buffer);
      if (lanes == 0) {
        throw new BadFile(file + " holds no values");
      }
      return lanes;
    } catch (NoSuchFileException e) {
      throw new BadFile(file + " does not exist", e);
    } catch (IOException e) {
      throw new BadFile("cannot read " + file + ": " + e.getMessage(), e);
    } finally {
      Arrays.fill(buffer, (byte) 0);
    }
  }
}
