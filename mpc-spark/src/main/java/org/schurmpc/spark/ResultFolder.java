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
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.Refused;

/**
 * The folder of a job's results: a Parquet file for each chunk and attempt, of which the drivers
 * keep one. Names that start with an underscore are no results, and Spark does not read them.
 */
final class ResultFolder implements Serializable {
  private static final Pattern DONE = Pattern.compile("_done-(\\d+)-(\\d+)\\.parquet");
  private static final Pattern LEFT = Pattern.compile("_(part|done)-.*\\.parquet");
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

  /**
   * Claims the folder by its manifest.
   *
   * @throws Refused if another job has claimed it meanwhile
   */
  void claim(byte[] manifest) throws MpcException {
    use(
        files -> {
          files.mkdirs(new Path(folder));
          try (FSDataOutputStream out = files.create(in("_manifest.json"), false)) {
            out.write(manifest);
          }
          return null;
        });
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

  private Path finished(int chunk, int attempt) {
    return in("_done-%d-%d.parquet".formatted(chunk, attempt));
  }

  private void rename(Path from, Path to) throws MpcException {
    if (!use(files -> files.rename(from, to))) {
      throw new BadFile(to + " cannot be written");
    }
  }

  /** Says that a chunk's results are complete. They are no results before the drivers agree. */
  void finish(int chunk, int attempt) throws MpcException {
    rename(unfinished(chunk, attempt), finished(chunk, attempt));
  }

  /** Returns the chunks that an attempt has completed. */
  BitSet complete(int attempt) throws MpcException {
    return use(
        files -> {
          BitSet chunks = new BitSet();
          for (FileStatus file : files.listStatus(new Path(folder))) {
            Matcher done = DONE.matcher(file.getPath().getName());
            if (done.matches() && Integer.parseInt(done.group(2)) == attempt) {
              chunks.set(Integer.parseInt(done.group(1)));
            }
          }
          return chunks;
        });
  }

  /**
   * Makes results of an attempt visible, and deletes all others.
   *
   * @param kept the chunks that both parties have
   */
  void commit(int attempt, BitSet kept) throws MpcException {
    for (int chunk = kept.nextSetBit(0); chunk >= 0; chunk = kept.nextSetBit(chunk + 1)) {
      rename(finished(chunk, attempt), in("part-%05d-%d.parquet".formatted(chunk, attempt)));
    }
    use(
        files -> {
          for (FileStatus file : files.listStatus(new Path(folder))) {
            if (LEFT.matcher(file.getPath().getName()).matches()) {
              files.delete(file.getPath(), false);
            }
          }
          return null;
        });
  }

  /** Records a failed check, so that the driver learns of it whatever becomes of the worker. */
  void record(int attempt, int worker, Verdict verdict) throws MpcException {
    String name = "%d-%d".formatted(attempt, worker);
    String text = verdict.check() + "\n" + verdict.message();
    write("_new-verdict-" + name, text.getBytes(StandardCharsets.UTF_8));
    rename(in("_new-verdict-" + name), in(VERDICT + name));
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
}
