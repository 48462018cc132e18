package org.schurmpc.minimac.online;

import static org.schurmpc.minimac.Configurations.ITEMS;
import static org.schurmpc.minimac.Configurations.TWO;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.contract.CheatCase;
import org.schurmpc.core.contract.CheatedRun;
import org.schurmpc.core.contract.CheatingContract;
import org.schurmpc.core.contract.Lie;
import org.schurmpc.core.contract.Message;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.AuthWord;
import org.schurmpc.minimac.material.Packing;

/** Cheats against the rungs below MiniTrix, which send messages besides. */
class LadderCheatingTest extends CheatingContract {
  private static final int INPUTS = SessionPairs.HANDSHAKE_FRAMES + 1;
  private static final int LAYERS = 2;
  private static final String OPENING = "opening";
  private static final String SIGMA_STAR = "sigma star";
  private static final String SIGMA = "sigma";
  private static final String OUTPUT = "output";

  private final Random random = new Random(44);

  private record Cheat(Variant variant, int cheater) {
    boolean batched() {
      return variant.opening() == OpeningMode.BATCHED;
    }

    boolean nominates() {
      return variant.conversion() == ConversionMode.ONE;
    }

    CheatCase toCase() {
      return new CheatCase(
          Configurations.describe(variant),
          Configurations.of(variant),
          CheatingTest.FEW,
          false,
          cheater,
          messages());
    }

    CheatedRun newRun(long seed) throws Exception {
      return new CheatedRun(Configurations.of(variant), CheatingTest.FEW, false, cheater, seed);
    }

    List<Message> messages() {
      List<Message> all = new ArrayList<>();
      all.add(Message.agreement());
      all.add(inputs());
      for (int layer = 0; layer < LAYERS; layer++) {
        all.add(words(OPENING));
        all.add(batched() ? sigmaStar() : words(SIGMA_STAR));
        if (nominates() && cheater == NominatedReencoding.PLAYER) {
          all.add(Message.caught(SIGMA, Check.MEMBERSHIP));
        }
      }
      if (batched()) {
        all.add(Message.proof("MAC hash"));
      }
      all.add(Message.caught("transcript", Check.TRANSCRIPT));
      all.add(words(OUTPUT));
      if (batched()) {
        all.add(Message.proof("output MAC hash"));
      }
      return all;
    }

    /** What is packed in bytes must be a vector of bits; re-encoding tells a change, too. */
    private Message inputs() {
      return Message.caughtByEither(
          "inputs",
          Set.of(Check.TRANSCRIPT, Check.MAC, Check.MEMBERSHIP, Check.MALFORMED),
          Set.of(Check.MAC, Check.MEMBERSHIP));
    }

    private Message words(String name) {
      return batched()
          ? Message.caught(name, Check.MAC)
          : CheatingTest.withTags(name, variant.code().c().n());
    }

    /**
     * A change of its data does not fit the sigma that follows. The nominated player re-encodes
     * what came, where the other knows better what it had sent.
     */
    private Message sigmaStar() {
      boolean nominated = nominates() && cheater == NominatedReencoding.PLAYER;
      return Message.caughtByEither(
          SIGMA_STAR,
          nominated ? Set.of(Check.MAC, Check.MEMBERSHIP) : Set.of(Check.MAC),
          cheater == 1 ? Set.of(Check.MEMBERSHIP) : Set.of());
    }

    /** The cheater's first frame that is a message of that name. */
    int frame(String name) {
      List<String> names = messages().stream().map(Message::name).toList();
      return SessionPairs.HANDSHAKE_FRAMES + names.indexOf(name);
    }
  }

  private static Cheat cheat(
      String code, Packing packing, ConversionMode conversion, OpeningMode opening, int cheater) {
    return new Cheat(Configurations.rung(code, packing, conversion, true, opening), cheater);
  }

  @Override
  protected List<CheatCase> cases() {
    List<Cheat> all = new ArrayList<>();
    for (int cheater = 0; cheater < 2; cheater++) {
      for (Packing packing : Packing.values()) {
        all.add(cheat("255x85", packing, ConversionMode.ONE, OpeningMode.BATCHED, cheater));
      }
      all.add(cheat("255x85", Packing.BYTES, ConversionMode.ONE, OpeningMode.PAPER, cheater));
      all.add(
          cheat("256x120", Packing.BITS, ConversionMode.SYMMETRIC, OpeningMode.BATCHED, cheater));
    }
    return all.stream().map(Cheat::toCase).toList();
  }

  @Override
  protected List<Lie.Told> lies() {
    List<Lie.Told> all = new ArrayList<>();
    for (int cheater = 0; cheater < 2; cheater++) {
      for (boolean guessTag : new boolean[] {false, true}) {
        for (OpeningMode opening : OpeningMode.values()) {
          if (guessTag || opening == OpeningMode.BATCHED) {
            all.add(
                bytes(
                    cheat("255x85", Packing.BYTES, ConversionMode.ONE, opening, cheater),
                    guessTag));
            all.add(
                packed(
                    cheat("255x85", Packing.BITS, ConversionMode.ONE, opening, cheater), guessTag));
          }
        }
        var symmetric = ConversionMode.SYMMETRIC;
        all.add(
            packed(
                cheat("256x120", Packing.BITS, symmetric, OpeningMode.BATCHED, cheater), guessTag));
      }
    }
    return all;
  }

  private static Lie.Told bytes(Cheat cheat, boolean guessTag) {
    Lies lies = new Lies(cheat.variant().code(), guessTag);
    List<Lie> all = new ArrayList<>();
    all.add(lies.another("a", ITEMS.triple(), 0, ITEMS.tripleA()));
    all.add(lies.another("b", ITEMS.triple(), 23, ITEMS.tripleB()));
    all.add(lies.anotherStar("c*", ITEMS.triple(), 11, ITEMS.tripleC()));
    addPairs(all, lies, cheat);
    return new Lie.Told(cheat.toCase(), all);
  }

  private static Lie.Told packed(Cheat cheat, boolean guessTag) {
    Lies lies = new Lies(cheat.variant().code(), guessTag);
    List<Lie> all = new ArrayList<>();
    all.add(lies.another("a", ITEMS.and(), 0, ITEMS.a()));
    all.add(lies.another("b", ITEMS.and(), 23, ITEMS.b()));
    all.add(lies.anotherStar("c*", ITEMS.and(), 11, ITEMS.c()));
    for (int part : new int[] {0, 15}) {
      int at = ITEMS.bitParts() + part * TWO.longs();
      all.add(lies.another("bit part " + part, ITEMS.and(), 12, at));
    }
    addPairs(all, lies, cheat);
    return new Lie.Told(cheat.toCase(), all);
  }

  private static void addPairs(List<Lie> all, Lies lies, Cheat cheat) {
    for (int gate : new int[] {0, 23}) {
      all.add(lies.another("s", ITEMS.pair(), gate, ITEMS.s()));
      all.add(lies.anotherStar("s*", ITEMS.pair(), gate, ITEMS.star()));
    }
    // What is masked with it must be a vector that lanes can hold.
    int planes = cheat.variant().packing().planes();
    MaterialKind mask = ITEMS.inputMask(cheat.cheater());
    all.add(lies.another("input mask", mask, 3, 0, cheat.variant().code().c(), planes));
  }

  /** The nominated player sends the codeword of something else, in every respect a codeword. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anotherSigma(boolean batched) throws Exception {
    Cheat cheat =
        cheat(
            "255x85",
            Packing.BYTES,
            ConversionMode.ONE,
            batched ? OpeningMode.BATCHED : OpeningMode.PAPER,
            NominatedReencoding.PLAYER);
    int symbols = cheat.variant().sigmaSymbols();
    int sigma = cheat.frame(SIGMA);
    long[] one = new long[Codeword.LONGS];
    for (int p = 0; p < symbols; p++) {
      Codeword.setSymbol(one, 0, p, 1);
    }
    byte[] constant = new byte[symbols];
    SymbolCodec.pack(one, 0, symbols, constant, 0);
    for (int word : new int[] {0, 7, CheatingTest.FEW - 1}) {
      CheatedRun run = cheat.newRun(random.nextLong());
      CheatedRun.Outcome honest =
          run.outcomes(
                  CheatedRun.change(
                      sigma,
                      frame -> {
                        byte[] changed = frame.clone();
                        for (int i = 0; i < symbols; i++) {
                          changed[word * symbols + i] ^= constant[i];
                        }
                        return changed;
                      }))
              .get(run.honest());
      run.requireCaught(honest, Check.MEMBERSHIP);
    }
  }

  /** Two words' tags change places, or one is left out, in messages that carry tags. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void tagsReorderedOrDropped(boolean dropped) throws Exception {
    for (String message : List.of(OPENING, SIGMA_STAR, OUTPUT)) {
      Cheat cheat = cheat("255x85", Packing.BYTES, ConversionMode.ONE, OpeningMode.PAPER, 0);
      CheatedRun run = cheat.newRun(random.nextLong());
      int n = cheat.variant().code().c().n();
      CheatedRun.Outcome honest =
          run.outcomes(
                  CheatedRun.change(
                      cheat.frame(message),
                      frame -> {
                        byte[] changed = frame.clone();
                        if (dropped) {
                          Arrays.fill(changed, 3 * n, 4 * n, (byte) 0);
                        } else {
                          System.arraycopy(frame, n, changed, 3 * n, n);
                          System.arraycopy(frame, 3 * n, changed, n, n);
                        }
                        return changed;
                      }))
              .get(run.honest());
      run.requireCaught(honest, Check.MAC);
    }
  }

  /** A masked input that is not a vector of bits, whatever bit of a symbol it is. */
  @ParameterizedTest
  @ValueSource(strings = {"255x85", "256x120"})
  void aMaskedInputThatIsNoBits(String code) throws Exception {
    for (OpeningMode opening : OpeningMode.values()) {
      for (int cheater = 0; cheater < 2; cheater++) {
        Cheat cheat = cheat(code, Packing.BYTES, ConversionMode.ONE, opening, cheater);
        int k = cheat.variant().code().c().k();
        for (int plane = 1; plane < 8; plane++) {
          int bit = plane * k + random.nextInt(k);
          int at = random.nextInt(3) * k + bit / 8;
          CheatedRun run = cheat.newRun(random.nextLong());
          CheatedRun.Outcome honest =
              run.outcomes(CheatedRun.flip(INPUTS, at, 1 << bit % 8)).get(run.honest());
          run.requireCaught(honest, Check.MALFORMED);
        }
      }
    }
  }

  /** The owner's mask is changed so that its own arithmetic puts in X times a bit. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void anInputMaskThatIsNoBits(int cheater) throws Exception {
    Cheat cheat = cheat("255x85", Packing.BYTES, ConversionMode.ONE, OpeningMode.PAPER, cheater);
    CheatedRun run = cheat.newRun(random.nextLong());
    run.alter(
        ITEMS.inputMask(cheater),
        5,
        (data, offset) -> data[offset + AuthWord.SHARE + Codeword.PLANE_LONGS] ^= 1);
    CheatedRun.Outcome honest = run.honestOutcome();
    run.requireCaught(honest, Check.MALFORMED);
  }
}
