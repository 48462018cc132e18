package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;

/**
 * Describes kept memory: to what it is bound, and how it is encrypted. Does not depend on secrets.
 *
 * @param id 64 hex digits, equal at all parties
 * @param salt 32 random bytes, hex, if the memory is encrypted
 * @param keyCheck detects a wrong key, if the memory is encrypted
 */
record KeptHeader(
    String id, KeptBinding binding, Optional<String> salt, Optional<String> keyCheck) {
  static final String FILE = "header";
  private static final String FIRST_LINE = "schur-mpc memory, format 1\n";
  private static final int MAX_BYTES = 1 << 16;

  /** Returns the header of new memory, with a salt if there is a key to encrypt it. */
  static KeptHeader create(String id, KeptBinding binding, Optional<StoreKey> key) {
    byte[] salt = new byte[StoreKey.BYTES];
    new SecureRandom().nextBytes(salt);
    return new KeptHeader(
        id,
        binding,
        key.map(encrypting -> HexFormat.of().formatHex(salt)),
        key.map(encrypting -> encrypting.check(salt)));
  }

  /** Returns the whole header as text, with the digest of the rest at the end. */
  String text() {
    StringBuilder text = new StringBuilder(FIRST_LINE);
    fields().forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
    byte[] digest = new FieldHash("memory header").add(text.toString()).digest();
    return text + "digest: " + HexFormat.of().formatHex(digest) + "\n";
  }

  private Map<String, String> fields() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("program", binding.program());
    putAll(fields, "key ", binding.keyIds());
    fields.put("party", binding.party() + 1 + " of " + binding.parties());
    putAll(fields, "certificate ", binding.certificates());
    salt.ifPresent(value -> fields.put("encryption", "AES-256-GCM"));
    salt.ifPresent(value -> fields.put("salt", value));
    keyCheck.ifPresent(value -> fields.put("key check", value));
    return fields;
  }

  private static void putAll(Map<String, String> fields, String name, List<String> values) {
    for (int i = 0; i < values.size(); i++) {
      fields.put(name + (i + 1), values.get(i));
    }
  }

  private static List<String> all(Map<String, String> fields, String name) {
    List<String> values = new ArrayList<>();
    for (int i = 1; fields.containsKey(name + i); i++) {
      values.add(fields.get(name + i));
    }
    return values;
  }

  /** Returns a hash of the whole header, 32 bytes. */
  byte[] digest() {
    return new FieldHash("memory").add(text()).digest();
  }

  /** Returns the name of this machine's record of the memory. */
  String recordName() {
    return "memory-" + id + "-" + (binding.party() + 1);
  }

  /**
   * Reads the header of a memory.
   *
   * @throws BadFile if the header has another format, or was changed
   */
  static KeptHeader read(Path folder) throws BadFile {
    Path file = folder.resolve(FILE);
    String text;
    try {
      text = new String(PlainFiles.read(file, MAX_BYTES), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
    if (!text.startsWith(FIRST_LINE)) {
      throw new BadFile(file + " is no header of a memory that this version knows");
    }
    KeptHeader header = parse(text);
    if (header == null || !header.text().equals(text)) {
      throw new BadFile(file + " was changed or cut short: its digest is another one");
    }
    return header;
  }

  /** Parses a header without its digest; null if a field is missing or makes no sense. */
  private static KeptHeader parse(String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String line : text.lines().toList()) {
      int colon = line.indexOf(": ");
      if (colon >= 0) {
        fields.put(line.substring(0, colon), line.substring(colon + 2));
      }
    }
    String party = fields.getOrDefault("party", "");
    if (!party.matches("[0-9]{1,3} of [0-9]{1,3}")
        || !fields.getOrDefault("id", "").matches("[0-9a-f]{64}")
        || !fields.getOrDefault("salt", "").matches("([0-9a-f]{64})?")
        || !fields.containsKey("program")) {
      return null;
    }
    KeptBinding binding =
        new KeptBinding(
            fields.get("program"),
            all(fields, "key "),
            Integer.parseInt(party.substring(0, party.indexOf(' '))) - 1,
            Integer.parseInt(party.substring(party.lastIndexOf(' ') + 1)),
            all(fields, "certificate "));
    return new KeptHeader(
        fields.get("id"),
        binding,
        Optional.ofNullable(fields.get("salt")),
        Optional.ofNullable(fields.get("key check")));
  }

  /**
   * Requires that the memory is bound to what wants to use it.
   *
   * @throws Refused naming what differs
   */
  void requireFits(Path folder, KeptBinding wanted) throws Refused {
    if (!binding.program().equals(wanted.program())) {
      throw unfit(folder, "program " + binding.program(), wanted.program());
    }
    if (binding.party() != wanted.party() || binding.parties() != wanted.parties()) {
      throw unfit(
          folder,
          "party %d of %d".formatted(binding.party() + 1, binding.parties()),
          "party %d of %d".formatted(wanted.party() + 1, wanted.parties()));
    }
    if (!binding.keyIds().equals(wanted.keyIds())) {
      throw new Refused(
          folder + " is memory under keys of other stores: it is of use with those stores only");
    }
    if (binding.certificates().isEmpty() != wanted.certificates().isEmpty()) {
      throw new Refused(
          "%s was kept over %s: it is not for the other"
              .formatted(folder, wanted.certificates().isEmpty() ? "TLS" : "plaintext lines"));
    }
    for (int i = 0; i < binding.certificates().size(); i++) {
      String is = binding.certificates().get(i);
      if (!is.equals(wanted.certificates().get(i))) {
        throw unfit(
            folder,
            "certificate %s of party %d".formatted(is, i + 1),
            wanted.certificates().get(i));
      }
    }
  }

  private static Refused unfit(Path folder, String is, String wanted) {
    return new Refused(
        "%s is memory for %s, and what is wanted is %s: name another folder"
            .formatted(folder, is, wanted));
  }
}
