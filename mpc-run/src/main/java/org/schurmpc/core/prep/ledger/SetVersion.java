package org.schurmpc.core.prep.ledger;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.prep.disk.KeyName;

/**
 * Describes a version of a set. It does not change once it is in use.
 *
 * @param number counted from 1
 * @param id equal at all parties, and of no other version; 64 hex digits
 * @param made the digest of the run that made the version, 64 hex digits
 * @param parts names of blobs, by part
 */
public record SetVersion(
    String name,
    SetUse.Kind kind,
    KeyName key,
    String type,
    long count,
    long number,
    String id,
    String made,
    SortedMap<String, String> parts) {
  static final String PART = "[a-z0-9]{1,32}";

  public SetVersion {
    parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
    boolean right = name.matches(SetUse.NAME) && type.matches(SetUse.TYPE) && count >= 0;
    right &= number > 0 && id.matches("[0-9a-f]{64}") && made.matches("[0-9a-f]{64}");
    right &= parts.keySet().stream().allMatch(part -> part.matches(PART));
    right &= parts.values().stream().allMatch(blob -> blob.matches("[0-9a-f]{64}"));
    if (!right) {
      throw new IllegalArgumentException("no version of a set: " + name);
    }
  }

  /** Returns the version for the words of an entry from an index on. */
  static SetVersion parse(String[] words, int at) {
    SortedMap<String, String> parts = new TreeMap<>();
    for (int i = at + 8; i < words.length; i++) {
      int equal = words[i].indexOf('=');
      parts.put(words[i].substring(0, equal), words[i].substring(equal + 1));
    }
    return new SetVersion(
        words[at],
        SetUse.Kind.of(words[at + 1]),
        KeyName.parse(words[at + 2]),
        words[at + 3],
        Long.parseLong(words[at + 4]),
        Long.parseLong(words[at + 5]),
        words[at + 6],
        words[at + 7],
        parts);
  }

  /** Returns the words for an entry. */
  String words() {
    StringBuilder text = new StringBuilder();
    text.append(name).append(' ').append(kind.word()).append(' ').append(key).append(' ');
    text.append(type).append(' ').append(count).append(' ').append(number).append(' ');
    text.append(id).append(' ').append(made);
    parts.forEach((part, blob) -> text.append(' ').append(part).append('=').append(blob));
    return text.toString();
  }

  /** Adds what is equal at all parties to a hash. */
  void addTo(FieldHash hash) {
    hash.add(name).add(kind.word()).add(key.toString()).add(type).add(count).add(number);
    hash.add(id).add(made).add(parts.size());
    parts.keySet().forEach(hash::add);
  }

  /** Returns the description to which the blob of a part is bound. */
  String about(String part) {
    return "set %s %d %s %s".formatted(name, number, id, part);
  }
}
