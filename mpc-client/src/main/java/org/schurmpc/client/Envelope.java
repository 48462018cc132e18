package org.schurmpc.client;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/**
 * One party's part of a delivery to a client. The encoding is canonical, big endian: what {@link
 * #parse} accepts, {@link #toBytes} gives back.
 *
 * <pre>
 * header:  u32 0x534D4431, u8 kind, u64 number, sid (32 bytes), u8 n, n fingerprints (32 bytes each),
 *          fingerprint of the client, request (16 bytes), text job, digest (32 bytes), u32 attempt,
 *          text domain, u8 bits of a packed element, u32 elements m, u8 combinations c
 * body:    seed (32 bytes), n commitments (32 bytes each), u32 length and sums,
 *          u32 length and the party's values, randomness of its commitment (32 bytes)
 * </pre>
 *
 * A text is its length in bytes as u16, and UTF-8. In the domain "bits", sums are c words of eight
 * bytes for each party in turn, and values are m bits, the least significant bit of each byte
 * first, with zeros behind the last, and then c words. Over a field, sums are c elements, and
 * values are m + c elements, in the field's canonical bytes.
 */
public final class Envelope {
  /** Length of seed, commitments, randomness and digests in bytes. */
  public static final int BLOCK = 32;

  private static final int MAGIC = 0x534D4431; // SMD1
  private static final int MOST_TEXT = 255;
  private static final int MOST_ELEMENTS = 1 << 27;

  private final EnvelopeHeader header;
  private final byte[] seed;
  private final List<byte[]> commitments;
  private final byte[] sums;
  private final byte[] values;
  private final byte[] randomness;

  /**
   * Creates an envelope. Arrays are not copied.
   *
   * @param seed what all parties have tossed, 32 bytes
   * @param commitments one for each party, 32 bytes
   * @param sums the combinations that the parties have opened
   * @param values the party's shares and masks
   * @param randomness opens the party's commitment, 32 bytes
   */
  public Envelope(
      EnvelopeHeader header,
      byte[] seed,
      List<byte[]> commitments,
      byte[] sums,
      byte[] values,
      byte[] randomness) {
    if (commitments.size() != header.parties().size()) {
      throw new IllegalArgumentException("one commitment for each party");
    }
    this.header = header;
    this.seed = seed;
    this.commitments = List.copyOf(commitments);
    this.sums = sums;
    this.values = values;
    this.randomness = randomness;
  }

  /**
   * Reads an envelope. Every length is compared with what is left before anything is allocated.
   *
   * @throws DeliveryRefused if the bytes are no envelope, or not in its only encoding
   */
  public static Envelope parse(byte[] bytes) throws DeliveryRefused {
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      EnvelopeHeader header = header(in);
      byte[] seed = take(in, BLOCK);
      List<byte[]> commitments = new ArrayList<>();
      for (int i = 0; i < header.parties().size(); i++) {
        commitments.add(take(in, BLOCK));
      }
      byte[] sums = take(in, in.getInt());
      byte[] values = take(in, in.getInt());
      byte[] randomness = take(in, BLOCK);
      require(!in.hasRemaining());
      return new Envelope(header, seed, commitments, sums, values, randomness);
    } catch (BufferUnderflowException | CharacterCodingException e) {
      throw refused();
    }
  }

  private static EnvelopeHeader header(ByteBuffer in)
      throws DeliveryRefused, CharacterCodingException {
    require(in.getInt() == MAGIC);
    int kind = in.get();
    require(kind == EnvelopeHeader.INPUT_MASKS || kind == EnvelopeHeader.OUTPUT);
    long number = in.getLong();
    String sid = hex(in);
    int n = in.get() & 0xFF;
    require(n >= 1 && n <= in.remaining() / BLOCK);
    List<Fingerprint> parties = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      parties.add(new Fingerprint(hex(in)));
    }
    Fingerprint client = new Fingerprint(hex(in));
    UUID request = new UUID(in.getLong(), in.getLong());
    String job = text(in);
    String digest = hex(in);
    int attempt = in.getInt();
    require(attempt >= 0);
    String domain = text(in);
    int packed = in.get() & 0xFF;
    int elements = in.getInt();
    require(elements >= 0 && elements <= MOST_ELEMENTS);
    int combinations = in.get() & 0xFF;
    return new EnvelopeHeader(
        kind,
        number,
        sid,
        parties,
        client,
        request,
        job,
        digest,
        attempt,
        domain,
        packed,
        elements,
        combinations);
  }

  private static byte[] take(ByteBuffer in, int length) throws DeliveryRefused {
    require(length >= 0 && length <= in.remaining());
    byte[] taken = new byte[length];
    in.get(taken);
    return taken;
  }

  private static String hex(ByteBuffer in) throws DeliveryRefused {
    return HexFormat.of().formatHex(take(in, BLOCK));
  }

  private static String text(ByteBuffer in) throws DeliveryRefused, CharacterCodingException {
    int length = in.getShort() & 0xFFFF;
    require(length <= MOST_TEXT);
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(take(in, length))).toString();
  }

  private static void require(boolean sound) throws DeliveryRefused {
    if (!sound) {
      throw refused();
    }
  }

  private static DeliveryRefused refused() {
    return new DeliveryRefused("a delivery");
  }

  /** Writes the envelope. */
  public byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      out.writeByte(header.kind());
      out.writeLong(header.number());
      out.write(HexFormat.of().parseHex(header.sid()));
      out.writeByte(header.parties().size());
      for (Fingerprint party : header.parties()) {
        out.write(party.bytes());
      }
      out.write(header.client().bytes());
      out.writeLong(header.request().getMostSignificantBits());
      out.writeLong(header.request().getLeastSignificantBits());
      write(header.job(), out);
      out.write(HexFormat.of().parseHex(header.digest()));
      out.writeInt(header.attempt());
      write(header.domain(), out);
      out.writeByte(header.packed());
      out.writeInt(header.elements());
      out.writeByte(header.combinations());
      out.write(seed);
      for (byte[] commitment : commitments) {
        out.write(commitment);
      }
      out.writeInt(sums.length);
      out.write(sums);
      out.writeInt(values.length);
      out.write(values);
      out.write(randomness);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(String text, DataOutputStream out) throws IOException {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    out.writeShort(utf8.length);
    out.write(utf8);
  }

  /** Returns the header. */
  public EnvelopeHeader header() {
    return header;
  }

  /** Returns a copy of the seed. */
  public byte[] seed() {
    return seed.clone();
  }

  /** Returns copies of the commitments. */
  public List<byte[]> commitments() {
    return commitments.stream().map(byte[]::clone).toList();
  }

  /** Returns a copy of the sums. */
  public byte[] sums() {
    return sums.clone();
  }

  /** Returns the party's values, not a copy. */
  byte[] values() {
    return values;
  }

  boolean hasSeedOf(Envelope other) {
    return Arrays.equals(seed, other.seed);
  }

  boolean hasListOf(Envelope other) {
    return Arrays.equals(
        commitments.toArray(byte[][]::new),
        other.commitments.toArray(byte[][]::new),
        Arrays::compare);
  }

  boolean hasSumsOf(Envelope other) {
    return Arrays.equals(sums, other.sums);
  }

  /**
   * Returns whether the party's values and randomness open its commitment.
   *
   * @param party the party's index, counted from 0
   */
  boolean opens(int party) {
    byte[] sid = HexFormat.of().parseHex(header.sid());
    return Arrays.equals(
        commitments.get(party),
        FieldHash.commitment(sid, party, header.number(), values, randomness));
  }

  /** Overwrites the party's values. */
  void wipe() {
    Arrays.fill(values, (byte) 0);
  }

  /** Returns what the envelope is, without its values. */
  @Override
  public String toString() {
    return "Envelope[" + header + "]";
  }
}
