package org.schurmpc.core.word;

import java.util.List;
import java.util.function.Function;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.ot.CoordinateVoles;
import org.schurmpc.core.ot.WordKeys;
import org.schurmpc.core.session.Session;

/**
 * Makes authenticated words of two parties in both directions at once. For each coordinate j, the
 * owner of a word has VOLEs with the peer's alpha_j and sends corrections, so that mac = alpha_j *
 * share + key. A correction is sent for each tree of a coordinate; free symbols are taken from the
 * first tree's stream. Malicious security with abort, once {@link WordChecks#check} has returned.
 *
 * <p>Used by one thread. Both parties call the same methods with the same runs.
 */
public final class WordPair implements AutoCloseable {
  /** Number of words of a tile: corrections are sent, and streams expanded, tile by tile. */
  static final int TILE_WORDS = 4096;

  private final Session session;
  private final WordParameters parameters;
  private final Kernels kernels;
  private final CoordinateVoles voles;
  private final Corrections corrections;
  private final WordProver prover;
  private final WordVerifier verifier;
  private final long[] alpha = new long[Codeword.LONGS];
  private byte[] out = new byte[0];
  private byte[] in = new byte[0];

  private WordPair(
      Session session, WordParameters parameters, CoordinateVoles voles, Kernels kernels) {
    this.session = session;
    this.parameters = parameters;
    this.kernels = kernels;
    this.voles = voles;
    this.corrections = new Corrections(parameters.code(), voles.trees());
    this.prover = new WordProver(voles, parameters.code(), kernels);
    this.verifier = new WordVerifier(voles, parameters.code(), kernels);
  }

  /**
   * Begins both directions. One round.
   *
   * @param session a session of two parties, or a fork or pair
   * @param keys keys of words of the code's length, created in this session or on a connection of
   *     which it is a fork; the caller closes them
   * @param kernels for the thread that uses the words
   * @throws org.schurmpc.core.abort.PeerCheated with PPRF if the peer's trees are inconsistent
   */
  public static WordPair begin(
      Session session, WordKeys keys, WordParameters parameters, Kernels kernels)
      throws MpcException {
    if (keys.n() != parameters.code().n()) {
      throw new IllegalArgumentException(
          "keys of %d symbols for code %s".formatted(keys.n(), parameters.code().name()));
    }
    CoordinateVoles voles = CoordinateVoles.begin(session, keys, parameters.k(), kernels);
    WordPair pair = new WordPair(session, parameters, voles, kernels);
    keys.alpha(pair.alpha, 0);
    return pair;
  }

  /**
   * Makes words that are not tied to authenticated bits. On return the peer's corrections have
   * arrived, and nothing is checked yet. One round for each tile of 4,096 words of a run, and for
   * masks.
   *
   * @param own supplies the data of this party's words that have given data
   * @return the words, to be checked before they are released
   */
  public WordBatch make(List<WordRun> runs, OwnData own) throws MpcException {
    WordBatch batch = new WordBatch(this, new WordPlan(parameters, runs, false), null);
    return make(batch, segment -> own);
  }

  /**
   * Makes words like {@link #make(List, OwnData)}, of which those with given data are tied to
   * authenticated bits: the bits are their data, which {@link WordChecks#check} proves.
   *
   * @param bits the bits; used until the batch has been checked
   */
  public WordBatch makeTied(List<WordRun> runs, TiedBits bits) throws MpcException {
    if (bits.macLongs() * Long.SIZE < parameters.sigma()) {
      throw new IllegalArgumentException(
          "MACs of %d longs for sigma %d".formatted(bits.macLongs(), parameters.sigma()));
    }
    WordBatch batch = new WordBatch(this, new WordPlan(parameters, runs, true), bits);
    return make(batch, segment -> new TiedData(bits, segment, parameters.code().k()));
  }

  private WordBatch make(WordBatch batch, Function<WordPlan.Segment, OwnData> data)
      throws MpcException {
    boolean made = false;
    try {
      for (WordPlan.Segment segment : batch.plan().segments()) {
        OwnData own = data.apply(segment);
        for (int done = 0; done < segment.count(); done += TILE_WORDS) {
          int count = Math.min(TILE_WORDS, segment.count() - done);
          tile(segment, done, count, own, batch.holding(segment));
        }
      }
      made = true;
      return batch;
    } finally {
      if (!made) {
        batch.wipe();
      }
    }
  }

  private void tile(WordPlan.Segment segment, int done, int count, OwnData own, long[] words)
      throws MpcException {
    int length = corrections.bytes(segment.shape(), count);
    boolean mine = segment.ownedBy(session.party());
    boolean theirs = segment.ownedBy(session.peer());
    if (mine) {
      out = atLeast(out, length);
      prover.make(segment, done, count, own, words, out);
    }
    if (theirs) {
      in = atLeast(in, length);
    }
    session.exchangeProven(out, mine ? length : 0, in, theirs ? length : 0);
    if (theirs) {
      verifier.make(segment, done, count, in, words);
    }
  }

  private static byte[] atLeast(byte[] buffer, int length) {
    return buffer.length < length ? new byte[length] : buffer;
  }

  Session session() {
    return session;
  }

  WordParameters parameters() {
    return parameters;
  }

  Kernels kernels() {
    return kernels;
  }

  /** Returns this party's alpha as a word, not a copy. */
  long[] alpha() {
    return alpha;
  }

  /** Wipes keys and streams; the session stays open. */
  @Override
  public void close() {
    voles.close();
    prover.wipe();
    verifier.wipe();
    Secrets.wipe(alpha);
    Secrets.wipe(out);
    Secrets.wipe(in);
  }
}
