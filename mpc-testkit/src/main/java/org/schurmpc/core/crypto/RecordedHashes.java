package org.schurmpc.core.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.ShortBufferException;

/**
 * Records each evaluation of {@link TweakedHash} by the thread that started the recording and by
 * those that it starts, where AES sees it: the actual key, tweak and row, whatever the hash or its
 * users say that they are. A provider of AES in the first place records and passes on; the tweak is
 * what lies between two passes.
 */
public final class RecordedHashes implements AutoCloseable {
  /** The bound that SECURITY.md states for the hashes under one key. */
  private static final int BOUND = 1 << 13;

  private static final String TRANSFORMATION = "AES/ECB/NoPadding";
  private static final int BLOCK_WORDS = 2;

  /** The recording of a thread and of those that it starts. */
  private static final InheritableThreadLocal<RecordedHashes> OF_THREAD =
      new InheritableThreadLocal<>();

  /** The number of recordings that have not ended; other tests' threads may record, too. */
  private static int recordings;

  private final Map<Tweak, Map<Row, Integer>> hashes = new HashMap<>();

  /** A tweak. */
  public record Tweak(long domain, long counter) {}

  /** A row under a key of AES. */
  private record Row(Key key, long low, long high) {}

  private RecordedHashes() {}

  /** Starts recording the hashes that are created from now on. */
  public static RecordedHashes start() throws GeneralSecurityException {
    assertNull(OF_THREAD.get(), "one recording at a time");
    synchronized (RecordedHashes.class) {
      if (recordings == 0) {
        Provider aes = Cipher.getInstance(TRANSFORMATION).getProvider();
        assertEquals(1, Security.insertProviderAt(new Recorder(aes), 1));
      }
      recordings++;
    }
    RecordedHashes started = new RecordedHashes();
    OF_THREAD.set(started);
    return started;
  }

  private synchronized void add(Key key, long[] rows, long[] permuted, long[] tweaked) {
    assertEquals(0, tweaked.length % rows.length, "as many tweaks for each row");
    for (int i = 0; i < tweaked.length; i += BLOCK_WORDS) {
      int at = i % rows.length;
      Tweak tweak = new Tweak(permuted[at + 1] ^ tweaked[i + 1], permuted[at] ^ tweaked[i]);
      hashes
          .computeIfAbsent(tweak, any -> new HashMap<>())
          .merge(new Row(key, rows[at], rows[at + 1]), 1, Integer::sum);
    }
  }

  /**
   * Requires that no tweak has more than two rows or more than one key, and no key more than 2^13
   * hashes of different rows or tweaks: since a domain names whose Δ it is, this holds for each Δ.
   */
  public synchronized void requireBound() {
    hashes.forEach(
        (tweak, rows) -> {
          assertTrue(rows.size() <= 2, () -> tweak + " has " + rows.size() + " rows");
          Set<Key> keys = new HashSet<>();
          rows.keySet().forEach(row -> keys.add(row.key));
          assertEquals(1, keys.size(), () -> tweak + " has several keys");
        });
    int most = mostUnderOneKey();
    assertTrue(most <= BOUND, () -> most + " hashes under one key");
  }

  /** The number of keys. */
  public synchronized int keys() {
    return byKey().size();
  }

  /** The most hashes of different rows or tweaks that a key has. */
  public synchronized int mostUnderOneKey() {
    return byKey().values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  private Map<Key, Integer> byKey() {
    Map<Key, Integer> counts = new HashMap<>();
    hashes
        .values()
        .forEach(rows -> rows.keySet().forEach(row -> counts.merge(row.key, 1, Integer::sum)));
    return counts;
  }

  /** The number of tweaks. */
  public synchronized int tweaks() {
    return hashes.size();
  }

  /** How often each row was hashed, by tweak. */
  public synchronized Map<Tweak, int[]> counts() {
    Map<Tweak, int[]> counts = new HashMap<>();
    hashes.forEach(
        (tweak, rows) -> {
          int[] each = rows.values().stream().mapToInt(Integer::intValue).toArray();
          Arrays.sort(each);
          counts.put(tweak, each);
        });
    return counts;
  }

  /** Stops recording. */
  @Override
  public void close() {
    OF_THREAD.remove();
    synchronized (RecordedHashes.class) {
      recordings--;
      if (recordings == 0) {
        Security.removeProvider(Recorder.NAME);
      }
    }
  }

  private static final class Recorder extends Provider {
    static final String NAME = "RecordedHashes";
    private static final long serialVersionUID = 1;

    Recorder(Provider aes) {
      super(NAME, "1", "records the tweakable hash");
      putService(
          new Service(this, "Cipher", TRANSFORMATION, Aes.class.getName(), null, null) {
            @Override
            public Object newInstance(Object parameter) {
              return new Aes(Optional.ofNullable(OF_THREAD.get()), aes);
            }
          });
    }
  }

  /**
   * A cipher of one {@link TweakedHash}, which encrypts rows, and then rows with one or two tweaks;
   * or any cipher of a thread that records nothing.
   */
  private static final class Aes extends CipherSpi {
    private final Optional<RecordedHashes> records;
    private final Cipher aes;
    private Key key;
    private long[] rows;
    private long[] permuted;

    Aes(Optional<RecordedHashes> records, Provider provider) {
      this.records = records;
      try {
        this.aes = Cipher.getInstance(TRANSFORMATION, provider);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    protected void engineInit(int mode, Key newKey, SecureRandom random)
        throws InvalidKeyException {
      aes.init(mode, newKey);
      key = newKey;
      rows = null;
    }

    @Override
    protected int engineUpdate(byte[] in, int inOff, int length, byte[] out, int outOff)
        throws ShortBufferException {
      if (records.isEmpty()) {
        return aes.update(in, inOff, length, out, outOff);
      }
      long[] input = words(in, inOff, length);
      int written = aes.update(in, inOff, length, out, outOff);
      assertEquals(length, written);
      if (rows == null) {
        rows = input;
        permuted = words(out, outOff, length);
      } else {
        records.get().add(key, rows, permuted, input);
        rows = null;
      }
      return written;
    }

    private static long[] words(byte[] bytes, int at, int length) {
      long[] words = new long[length / Long.BYTES];
      Words.fromBytes(bytes, at, words, 0, words.length);
      return words;
    }

    @Override
    protected void engineSetMode(String mode) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected void engineSetPadding(String padding) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected int engineGetBlockSize() {
      return aes.getBlockSize();
    }

    @Override
    protected int engineGetOutputSize(int inputLength) {
      return aes.getOutputSize(inputLength);
    }

    @Override
    protected byte[] engineGetIV() {
      return aes.getIV();
    }

    @Override
    protected AlgorithmParameters engineGetParameters() {
      return aes.getParameters();
    }

    @Override
    protected void engineInit(
        int mode, Key newKey, AlgorithmParameterSpec parameters, SecureRandom random) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected void engineInit(
        int mode, Key newKey, AlgorithmParameters parameters, SecureRandom random) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected byte[] engineUpdate(byte[] in, int inOff, int length) {
      requireUnrecorded();
      return aes.update(in, inOff, length);
    }

    @Override
    protected byte[] engineDoFinal(byte[] in, int inOff, int length)
        throws IllegalBlockSizeException, BadPaddingException {
      requireUnrecorded();
      return aes.doFinal(in, inOff, length);
    }

    @Override
    protected int engineDoFinal(byte[] in, int inOff, int length, byte[] out, int outOff)
        throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
      requireUnrecorded();
      return aes.doFinal(in, inOff, length, out, outOff);
    }

    /** The hash calls none of these. */
    private void requireUnrecorded() {
      if (records.isPresent()) {
        throw new UnsupportedOperationException();
      }
    }
  }
}
