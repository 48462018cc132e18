package org.schurmpc.spark;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.util.SerializableConfiguration;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.Refused;

/**
 * The folder of a job's results: a Parquet file for each chunk and attempt, of which the drivers
 * keep one. Names that start with an underscore are no results, and Spark does not read them.
 */
final class ResultFolder implements Serializable {
  private static final Pattern PART = Pattern.compile("part-(\\d+)-(\\d+)\\.parquet");
  private static final String VERDICT = "_verdict-";

  private final String folder;
  private final SerializableConfiguration configuration;

  ResultFolder(String folder, Configuration configuration) {
    this.folder = folder;
    this.configuration = new SerializableConfiguration(configuration);
  }

  /** A step that uses the file system. */
  private interface Use<T> {
    T with(FileSystem files) throws IOException;
  }

  private <T> T use(Use<T> step) throws MpcException {
    try {
      return step.with(new Path(folder).getFileSystem(configuration()));
    } catch (IOException e) {
      throw new BadFile("%s: %s".formatted(folder, e.getMessage()), e);
    }
  }

  Configuration configuration() {
    return configuration.value();
  }

  /**
   * Requires that the folder is not there yet.
   *
   * @throws Refused if it is
   */
  void requireNew() throws MpcException {
    if (use(files -> files.exists(new Path(folder)))) {
      throw new Refused(folder + " is there already: a job makes its folder anew");
    }
  }

  /** Makes the folder. */
  void create() throws MpcException {
    use(files -> files.mkdirs(new Path(folder)));
  }

  private Path in(String name) {
    return new Path(folder, name);
  }

  /** Writes a file that is no result. */
  void write(String name, byte[] content) throws MpcException {
    use(
        files -> {
          try (FSDataOutputStream out = files.create(in(name), true)) {
            out.write(content);
          }
          return null;
        });
  }

  /**
   * Records that the evaluation of a chunk begins.
   *
   * @param session the session id in hexadecimal, a space, and the number of chunks evaluated in
   *     this session before
   */
  void begin(int chunk, int attempt, String session) throws MpcException {
    write("_begin-%05d-%d".formatted(chunk, attempt), session.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns where a worker writes the results of a chunk before they are complete. */
  Path unfinished(int chunk, int attempt) {
    return in("_part-%d-%d.parquet".formatted(chunk, attempt));
  }

  /** Makes a chunk's results visible. */
  void finish(int chunk, int attempt) throws MpcException {
    Path part = in("part-%05d-%d.parquet".formatted(chunk, attempt));
    if (!use(files -> files.rename(unfinished(chunk, attempt), part))) {
      throw new BadFile(part + " cannot be written");
    }
  }

  /** Returns the chunks that an attempt has completed. */
  BitSet complete(int attempt) throws MpcException {
    return use(
        files -> {
          BitSet chunks = new BitSet();
          for (FileStatus file : files.listStatus(new Path(folder))) {
            Matcher part = PART.matcher(file.getPath().getName());
            if (part.matches() && Integer.parseInt(part.group(2)) == attempt) {
              chunks.set(Integer.parseInt(part.group(1)));
            }
          }
          return chunks;
        });
  }

  /** Deletes what an attempt left of chunks that are not kept. */
  void drop(int attempt, BitSet kept) throws MpcException {
    use(
        files -> {
          for (FileStatus file : files.listStatus(new Path(folder))) {
            String name = file.getPath().getName();
            Matcher part = PART.matcher(name.startsWith("_") ? name.substring(1) : name);
            if (part.matches()
                && Integer.parseInt(part.group(2)) == attempt
                && (name.startsWith("_") || !kept.get(Integer.parseInt(part.group(1))))) {
              files.delete(file.getPath(), false);
            }
          }
          return null;
        });
  }

  /** Records a failed check, so that the driver learns of it whatever becomes of the worker. */
  void record(int attempt, int worker, Verdict verdict) throws MpcException {
    write(
        "%s%d-%d".formatted(VERDICT, attempt, worker),
        (verdict.check() + "\n" + verdict.message()).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the failed check that a worker recorded, if there is one. */
  Optional<Verdict> verdict() throws MpcException {
    return use(
        files -> {
          for (FileStatus file : files.listStatus(new Path(folder))) {
            if (file.getPath().getName().startsWith(VERDICT)) {
              return Optional.of(verdict(files, file));
            }
          }
          return Optional.empty();
        });
  }

  private static Verdict verdict(FileSystem files, FileStatus file) throws IOException {
    try (FSDataInputStream in = files.open(file.getPath())) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      int end = text.indexOf('\n');
      return new Verdict(
          ExitCode.PEER_CHEATED,
          PeerCheated.Check.valueOf(text.substring(0, end)),
          text.substring(end + 1));
    }
  }

  /** Marks the results as complete. */
  void succeed() throws MpcException {
    write("_SUCCESS", new byte[0]);
  }

  /** Requires that results have been kept of all chunks. */
  static void requireAll(BitSet kept, Chunks chunks) throws ConnectionLost {
    if (kept.cardinality() < chunks.count()) {
      throw new ConnectionLost(
          "%d of %d chunks are missing"
              .formatted(chunks.count() - kept.cardinality(), chunks.count()));
    }
  }
}
