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
 * Reads the input values of a party, lane after lane. A text file has a line for each lane, with
 * the values in hex, separated by blanks. In a raw file, each value has the smallest number of
 * bytes that holds its bits.
 */
public final class InputFile {
  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final boolean raw;
  private final boolean named;
  private final int mostLanes;
  private final List<ValueLayout> values;

  /**
   * Creates a reader; nothing is read yet.
   *
   * @param raw whether the file is raw instead of text
   * @param sizes the number of bits of each input value of the circuit
   * @param supplied for each input value, whether the file contains it; at least one is set
   * @param writing how the values are written; raw files have neither formats nor names
   * @param mostLanes the maximum number of lanes; a longer file is refused
   */
  public InputFile(
      Path file,
      boolean raw,
      int[] sizes,
      boolean[] supplied,
      ValueWriting writing,
      int mostLanes) {
    this.file = file;
    this.raw = raw;
    this.named = writing.named();
    this.mostLanes = mostLanes;
    List<ValueLayout> all = ValueLayout.of(sizes, writing);
    this.values =
        IntStream.range(0, sizes.length).filter(i -> supplied[i]).mapToObj(all::get).toList();
    if (values.isEmpty()) {
      throw new IllegalArgumentException("a file for no values");
    }
  }

  /**
   * Checks the whole file.
   *
   * @return the number of lanes, at least one
   * @throws BadFile naming the position of an error, never the content
   */
  public int lanes() throws BadFile {
    return scan(ByteSink.NONE);
  }

  /**
   * Reads the values of all lanes.
   *
   * @param into a row for each wire of all input values, a column for each lane; all zero
   * @throws BadFile naming the position of an error, or if the number of lanes differs from the
   *     matrix
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
    // A pipe, for example, can be read only once, and must be read by the process that needs the
    // values.
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new BadFile(file + " is not a regular file");
    }
    if (named && !raw) {
      return requireSome(new NamedScanner(file, values, mostLanes, sink).scan());
    }
    try (InputStream in = Files.newInputStream(file)) {
      int lanes =
          raw
              ? new RawScanner(file.toString(), values, mostLanes, sink).scan(in, buffer)
              : new TextScanner(file.toString(), values, mostLanes, sink).scan(in, buffer);
      return requireSome(lanes);
    } catch (NoSuchFileException e) {
      throw new BadFile(file + " does not exist", e);
    } catch (IOException e) {
      throw new BadFile("cannot read " + file + ": " + e.getMessage(), e);
    } finally {
      Arrays.fill(buffer, (byte) 0);
    }
  }

  private int requireSome(int lanes) throws BadFile {
    if (lanes == 0) {
      throw new BadFile(file + " holds no values");
    }
    return lanes;
  }
}
