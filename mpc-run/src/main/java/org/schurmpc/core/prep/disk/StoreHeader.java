package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Remedy;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.prep.MaterialIdentity;

/**
 * Describes a batch of material. The text of the header is the first file of a batch and does not
 * depend on secrets.
 *
 * @param id 64 hex digits, equal at all parties
 * @param protocol the protocol's name
 * @param material as in {@link org.schurmpc.core.prep.Demand#protocol}: protocol and parameters
 * @param parameters of the session, by name, for people
 * @param party the index of the owner, counted from 0
 * @param certificates of all parties, by index; empty if the batch was generated over plaintext
 *     lines
 * @param source the source of the material
 * @param insecure whether anybody who is not a party knows all of the material
 * @param circuit the digest of the circuit to which the batch is tied, if any
 * @param key the public id of the MAC keys, 64 hex digits, if other batches of the store are under
 *     the same keys; empty if the batch has keys of its own
 * @param created the time of creation
 * @param salt 32 random bytes, hex, if the batch is encrypted
 * @param keyCheck detects a wrong key, if the batch is encrypted
 */
public record StoreHeader(
    String id,
    String protocol,
    String material,
    Map<String, String> parameters,
    int party,
    int parties,
    List<String> certificates,
    String source,
    boolean insecure,
    Optional<String> circuit,
    Optional<String> key,
    Instant created,
    Optional<String> salt,
    Optional<String> keyCheck) {
  static final String FILE = "header";
  private static final String FIRST_LINE = "schur-mpc preprocessing, format ";
  private static final int FORMAT = 2;
  private static final int FORMAT_WITH_KEY = 3; // as 2, with the id of the keys
  private static final int MAX_BYTES = 1 << 16;

  public StoreHeader {
    Objects.requireNonNull(id);
    Objects.requireNonNull(protocol);
    Objects.requireNonNull(material);
    Objects.requireNonNull(source);
    parameters = Map.copyOf(parameters);
    certificates = List.copyOf(certificates);
  }

  /** Returns the whole header as text, with the digest of the rest at the end. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(FIRST_LINE).append(format()).append('\n');
    fields().forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
    return text + "digest: " + digest(text.toString()) + "\n";
  }

  private int format() {
    return key.isPresent() ? FORMAT_WITH_KEY : FORMAT;
  }

  /** Returns the fields of the header, in order. */
  public Map<String, String> fields() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("protocol", protocol);
    fields.put("material", material);
    parameters.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> fields.put("parameter " + entry.getKey(), entry.getValue()));
    fields.put("party", party + 1 + " of " + parties);
    for (int i = 0; i < certificates.size(); i++) {
      fields.put("certificate " + (i + 1), certificates.get(i));
    }
    fields.put("source", source);
    fields.put("insecure", insecure ? "yes" : "no");
    circuit.ifPresent(digest -> fields.put("circuit", digest));
    key.ifPresent(id -> fields.put("key", id));
    fields.put("created", created.toString());
    salt.ifPresent(value -> fields.put("encryption", "AES-256-GCM"));
    salt.ifPresent(value -> fields.put("salt", value));
    keyCheck.ifPresent(value -> fields.put("key check", value));
    return fields;
  }

  private static String digest(String text) {
    return HexFormat.of().formatHex(new FieldHash("store header").add(text).digest());
  }

  /** Returns a hash of the whole header, 32 bytes. */
  byte[] digest() {
    return new FieldHash("store").add(text()).digest();
  }

  /** Returns the purpose of the material. */
  public MaterialIdentity identity() {
    return new MaterialIdentity(material, parties, parameters);
  }

  /** Returns whether the batch is encrypted. */
  public boolean encrypted() {
    return salt.isPresent();
  }

  /**
   * Reads the header of a batch.
   *
   * @throws BadFile if the header has another format, or was changed
   */
  static StoreHeader read(Path folder) throws BadFile {
    Path file = folder.resolve(FILE);
    String text;
    try {
      text = new String(PlainFiles.read(file, MAX_BYTES), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
    if (!text.startsWith(FIRST_LINE)) {
      throw new BadFile(file + " is no header of a store");
    }
    List<String> lines = text.lines().toList();
    String format = lines.get(0).substring(FIRST_LINE.length());
    if (format.equals("1")) {
      throw new BadFile(
          folder + " was made by an older version, whose stores this one does not use",
          Remedy.MAKE_NEW_STORE);
    }
    if (!format.equals(Integer.toString(FORMAT))
        && !format.equals(Integer.toString(FORMAT_WITH_KEY))) {
      throw new BadFile(
          "%s is of format %s, and this program knows formats %d and %d: use it with the version that made it"
              .formatted(file, format, FORMAT, FORMAT_WITH_KEY));
    }
    int last = text.lastIndexOf("digest: ");
    if (last < 0
        || !text.substring(last).equals("digest: " + digest(text.substring(0, last)) + "\n")) {
      throw new BadFile(file + " was changed or cut short: its digest is another one");
    }
    StoreHeader header = parse(file, lines.subList(1, lines.size() - 1));
    if (!format.equals(Integer.toString(header.format()))) {
      throw new BadFile(file + " has a field that no store's header has");
    }
    return header;
  }

  private boolean makesSense() {
    return id.matches("[0-9a-f]{64}")
        && party >= 0
        && party < parties
        && key.map(name -> name.matches("[0-9a-f]{64}")).orElse(true)
        && (certificates.isEmpty() || certificates.size() == parties)
        && salt.isPresent() == keyCheck.isPresent()
        && salt.map(hex -> hex.matches("[0-9a-f]{" + 2 * StoreKey.BYTES + "}")).orElse(true);
  }

  private static StoreHeader parse(Path file, List<String> lines) throws BadFile {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String line : lines) {
      int colon = line.indexOf(": ");
      if (colon < 0) {
        throw new BadFile(file + " has a line without ': ' in it");
      }
      fields.put(line.substring(0, colon), line.substring(colon + 2));
    }
    try {
      Map<String, String> parameters = new LinkedHashMap<>();
      fields.forEach(
          (name, value) -> {
            if (name.startsWith("parameter ")) {
              parameters.put(name.substring("parameter ".length()), value);
            }
          });
      String[] party = fields.get("party").split(" of ", -1);
      int parties = Integer.parseInt(party[1]);
      List<String> certificates = new ArrayList<>();
      for (int i = 1; fields.containsKey("certificate " + i); i++) {
        certificates.add(fields.get("certificate " + i));
      }
      StoreHeader header =
          new StoreHeader(
              fields.get("id"),
              fields.get("protocol"),
              fields.get("material"),
              parameters,
              Integer.parseInt(party[0]) - 1,
              parties,
              certificates,
              fields.get("source"),
              !"no".equals(fields.get("insecure")),
              Optional.ofNullable(fields.get("circuit")),
              Optional.ofNullable(fields.get("key")),
              Instant.parse(fields.get("created")),
              Optional.ofNullable(fields.get("salt")),
              Optional.ofNullable(fields.get("key check")));
      if (!header.makesSense()) {
        throw new BadFile(file + " has a field that no store's header has");
      }
      return header;
    } catch (NullPointerException
        | IndexOutOfBoundsException
        | NumberFormatException
        | DateTimeParseException e) {
      throw new BadFile(file + " lacks a field that a store's header has", e);
    }
  }
}
