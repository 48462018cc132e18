package org.schurmpc.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * What a request must remember when its process ends: job, number of the delivery of masks, masked
 * input, and how it ended. A file of lines of JSON, each written before anything that depends on it
 * is sent. A masked input and a refused delivery are forced to the disk as well, with the lines
 * before them; the rest may get lost with the machine, since parties that are asked again say the
 * same again. It never holds an input or a mask. One process at a time has it open.
 */
final class StateFile implements AutoCloseable {
  private static final long MOST_BYTES = 1 << 24;
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
  private static final String OWNER_ONLY = "rw-------";

  /** How a request ended. */
  enum End {
    /** Its result was accepted. */
    DONE,
    /** The parties ended it without a result. */
    FAILED,
    /** The delivery of its outputs was refused; nobody is asked for it again. */
    REFUSED
  }

  private final Path file;
  private final FileChannel channel;

  private String job;
  private String digest;
  private String client;
  private OptionalLong number = OptionalLong.empty();
  private Optional<byte[]> masked = Optional.empty();
  private boolean accepted;
  private Optional<End> end = Optional.empty();
  private String code = "";

  private StateFile(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Opens the file of a request.
   *
   * @param create whether the file is made if there is none
   * @throws BadInput if another process works on the request, or it is unknown
   * @throws BadConfig if the file cannot be read or written
   */
  static StateFile open(Path folder, UUID id, boolean create) throws BadInput, BadConfig {
    Path file = file(folder, id);
    try {
      if (create) {
        Files.createDirectories(folder);
      } else if (!Files.exists(file)) {
        throw new BadInput("there is no request %s in %s".formatted(id, folder));
      }
      FileChannel channel = channel(file, create);
      StateFile state = new StateFile(file, channel);
      try {
        state.lock(id);
        state.load();
        return state;
      } catch (BadInput | BadConfig | IOException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw new BadConfig("cannot use %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** Deletes the file of a request, if there is one. */
  static void delete(Path folder, UUID id) throws BadConfig {
    Path file = file(folder, id);
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new BadConfig("cannot delete %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static Path file(Path folder, UUID id) {
    return folder.resolve(id + ".request");
  }

  private static FileChannel channel(Path file, boolean create) throws IOException {
    Set<OpenOption> options =
        create
            ? Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)
            : Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
    FileAttribute<?>[] mode =
        file.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY))
            }
            : new FileAttribute<?>[0];
    return FileChannel.open(file, options, mode);
  }

  private void lock(UUID id) throws IOException, BadInput {
    boolean free;
    try {
      free = channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      free = false;
    }
    if (!free) {
      throw new BadInput("request %s is in use elsewhere".formatted(id));
    }
  }

  /** Reads all whole lines, and drops the rest of one that was cut off: nothing was sent for it. */
  private void load() throws IOException, BadConfig {
    if (channel.size() > MOST_BYTES) {
      throw damaged(null);
    }
    ByteBuffer content = ByteBuffer.allocate((int) channel.size());
    while (content.hasRemaining() && channel.read(content) >= 0) {
      // Until all is there.
    }
    String text = new String(content.array(), StandardCharsets.UTF_8);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    for (String line : whole.lines().toList()) {
      try {
        take(JSON.readTree(line));
      } catch (JsonProcessingException | IllegalArgumentException e) {
        throw damaged(e);
      }
    }
    channel.truncate(whole.getBytes(StandardCharsets.UTF_8).length);
    channel.position(channel.size());
  }

  private BadConfig damaged(Exception cause) {
    return new BadConfig(file + " is damaged: take another request identifier", cause);
  }

  private void take(JsonNode line) {
    job = line.path("job").asText(job);
    digest = line.path("digest").asText(digest);
    client = line.path("client").asText(client);
    if (line.has("number")) {
      number = OptionalLong.of(Long.parseUnsignedLong(line.get("number").asText()));
    }
    if (line.has("masked")) {
      masked = Optional.of(HexFormat.of().parseHex(line.get("masked").asText()));
    }
    accepted |= line.has("receipt");
    if (line.has("end")) {
      end = Optional.of(End.valueOf(line.get("end").asText()));
      code = line.path("code").asText("");
    }
  }

  private void append(ObjectNode line) throws BadConfig {
    append(line, false);
  }

  private void append(ObjectNode line, boolean force) throws BadConfig {
    try {
      ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      if (force) {
        channel.force(true);
      }
    } catch (IOException e) {
      throw new BadConfig("cannot write %s: %s".formatted(file, e.getMessage()), e);
    }
    if (force) {
      forceFolder();
    }
    take(line);
  }

  /**
   * Notes what the request is, or requires that it is that.
   *
   * @throws BadInput if the file belongs to a request of another job, digest or client
   */
  void begin(String ofJob, String ofDigest, Fingerprint ofClient) throws BadInput, BadConfig {
    if (job == null) {
      append(
          JSON.createObjectNode()
              .put("job", ofJob)
              .put("digest", ofDigest)
              .put("client", ofClient.hex()));
    } else if (!job.equals(ofJob) || !digest.equals(ofDigest) || !client.equals(ofClient.hex())) {
      throw new BadInput(
          "the request was begun for job %s: take another request identifier".formatted(job));
    }
  }

  /** Makes the file's entry in its folder last, where the system can do so. */
  private void forceFolder() {
    try (FileChannel folder = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
      folder.force(true);
    } catch (IOException e) {
      // Some systems open no folders.
    }
  }

  void number(long value) throws BadConfig {
    append(JSON.createObjectNode().put("number", Long.toUnsignedString(value)));
  }

  void masked(byte[] d) throws BadConfig {
    append(JSON.createObjectNode().put("masked", HexFormat.of().formatHex(d)), true);
  }

  void accepted(String receipt) throws BadConfig {
    append(JSON.createObjectNode().put("receipt", receipt));
  }

  void end(End how, String reason) throws BadConfig {
    ObjectNode line = JSON.createObjectNode().put("end", how.name()).put("code", reason);
    append(line, how == End.REFUSED);
  }

  /** Returns the job's name; null for a new file. */
  String job() {
    return job;
  }

  OptionalLong number() {
    return number;
  }

  Optional<byte[]> masked() {
    return masked;
  }

  boolean isAccepted() {
    return accepted;
  }

  Optional<End> end() {
    return end;
  }

  String code() {
    return code;
  }

  /** Closes the file, whose content stays. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // All lines were written before.
    }
  }
}
