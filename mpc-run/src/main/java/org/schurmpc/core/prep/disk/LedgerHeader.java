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
 * Describes a {@link Ledger}: whose it is, and how it is encrypted. Does not depend on secrets.
 *
 * @param kind what the ledger is of: one word of lower-case letters
 * @param id 64 random hex digits, of this party's ledger alone
 * @param party the index of the owner, counted from 0
 * @param certificates of all parties with which the ledger was begun, by index; empty over
 *     plaintext lines
 * @param salt 32 random bytes, hex, if the ledger is encrypted
 * @param keyCheck detects a wrong key, if the ledger is encrypted
 */
public record LedgerHeader(
    String kind,
    String id,
    int party,
    int parties,
    List<String> certificates,
    Optional<String> salt,
    Optional<String> keyCheck) {
  static final String FILE = "header";
  private static final String FIRST_LINE = "schur-mpc ledger, format 1\n";
  private static final String CERTIFICATE = "certificate ";
  private static final int MAX_BYTES = 1 << 16;

  public LedgerHeader {
    certificates = List.copyOf(certificates);
    if (!kind.matches("[a-z]{1,20}") || party < 0 || party >= parties) {
      throw new IllegalArgumentException("no kind of a ledger, or no party: " + kind);
    }
  }

  /** Returns the header of a new ledger, with a salt if there is a key to encrypt it. */
  public static LedgerHeader create(
      String kind, int party, int parties, List<String> certificates, StoreAccess access) {
    SecureRandom random = new SecureRandom();
    byte[] id = new byte[FieldHash.BYTES];
    random.nextBytes(id);
    byte[] salt = new byte[StoreKey.BYTES];
    random.nextBytes(salt);
    return new LedgerHeader(
        kind,
        HexFormat.of().formatHex(id),
        party,
        parties,
        certificates,
        access.key().map(encrypting -> HexFormat.of().formatHex(salt)),
        access.key().map(encrypting -> encrypting.check(salt)));
  }

  /** Returns the whole header as text, with the digest of the rest at the end. */
  String text() {
    StringBuilder text = new StringBuilder(FIRST_LINE);
    fields().forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
    byte[] digest = new FieldHash("ledger header").add(text.toString()).digest();
    return text + "digest: " + HexFormat.of().formatHex(digest) + "\n";
  }

  private Map<String, String> fields() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("kind", kind);
    fields.put("id", id);
    fields.put("party", party + 1 + " of " + parties);
    for (int i = 0; i < certificates.size(); i++) {
      fields.put(CERTIFICATE + (i + 1), certificates.get(i));
    }
    salt.ifPresent(value -> fields.put("encryption", "AES-256-GCM"));
    salt.ifPresent(value -> fields.put("salt", value));
    keyCheck.ifPresent(value -> fields.put("key check", value));
    return fields;
  }

  /** Returns a hash of the whole header, 32 bytes. */
  byte[] digest() {
    return new FieldHash("ledger").add(text()).digest();
  }

  /** Returns the name of this machine's record of the ledger. */
  String recordName() {
    return "ledger-" + id + "-" + (party + 1);
  }

  /**
   * Reads the header of a ledger.
   *
   * @throws BadFile if the header has another format, or was changed
   */
  static LedgerHeader read(Path folder) throws BadFile {
    Path file = folder.resolve(FILE);
    String text;
    try {
      text = new String(PlainFiles.read(file, MAX_BYTES), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
    if (!text.startsWith(FIRST_LINE)) {
      throw new BadFile(file + " is no header of a ledger that this version knows");
    }
    LedgerHeader header = parse(text);
    if (header == null || !header.text().equals(text)) {
      throw new BadFile(file + " was changed or cut short: its digest is another one");
    }
    return header;
  }

  /** Parses a header without its digest; null if a field is missing or makes no sense. */
  private static LedgerHeader parse(String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String line : text.lines().toList()) {
      int colon = line.indexOf(": ");
      if (colon >= 0) {
        fields.put(line.substring(0, colon), line.substring(colon + 2));
      }
    }
    String party = fields.getOrDefault("party", "");
    String kind = fields.getOrDefault("kind", "");
    if (!party.matches("[1-9][0-9]{0,2} of [1-9][0-9]{0,2}")
        || !kind.matches("[a-z]{1,20}")
        || !fields.getOrDefault("id", "").matches("[0-9a-f]{64}")
        || !fields.getOrDefault("salt", "").matches("([0-9a-f]{64})?")) {
      return null;
    }
    int index = Integer.parseInt(party.substring(0, party.indexOf(' '))) - 1;
    int parties = Integer.parseInt(party.substring(party.lastIndexOf(' ') + 1));
    List<String> certificates = new ArrayList<>();
    for (int i = 1; fields.containsKey(CERTIFICATE + i); i++) {
      certificates.add(fields.get(CERTIFICATE + i));
    }
    return index >= parties
        ? null
        : new LedgerHeader(
            kind,
            fields.get("id"),
            index,
            parties,
            certificates,
            Optional.ofNullable(fields.get("salt")),
            Optional.ofNullable(fields.get("key check")));
  }

  /**
   * Requires that the ledger is of the kind and the party of another header. Certificates may be
   * renewed in a ledger's life: its user compares those.
   *
   * @throws Refused naming what differs
   */
  void requireFits(Path folder, LedgerHeader wanted) throws Refused {
    String is = owner();
    if (!is.equals(wanted.owner())) {
      throw new Refused(
          "%s is a ledger of %s, and what is wanted is one of %s: name another folder"
              .formatted(folder, is, wanted.owner()));
    }
  }

  private String owner() {
    return "%s, party %d of %d, over %s"
        .formatted(kind, party + 1, parties, certificates.isEmpty() ? "plaintext lines" : "TLS");
  }
}
