package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.schurmpc.minimac.Configurations.ITEMS;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.AuthWord;
import org.schurmpc.minimac.material.Packing;

/** What the rungs below MiniTrix send besides: each message is changed on its way. */
class LadderCheatingTest {
  /** The handshake, and the comparison of positions and public inputs. */
  private static final int INPUTS = 3;

  private static final int LAYERS = 2;

  private final Random random = new Random(44);

  /** The frames of the compute phase, and what follows it. */
  private enum Message {
    OPENING,
    SIGMA_STAR,
    SIGMA,
    MAC_HASH,
    TRANSCRIPT,
    OUTPUT
  }

  private record Cheat(Variant variant, int cheater) {
    @Override
    public String toString() {
      return Configurations.describe(variant) + ", cheater " + cheater;
    }

    boolean batched() {
      return variant.opening() == OpeningMode.BATCHED;
    }

    /** The cheater's frames after its inputs. */
    List<Message> messages() {
      List<Message> all = new ArrayList<>();
      for (int layer = 0; layer < LAYERS; layer++) {
        all.add(Message.OPENING);
        all.add(Message.SIGMA_STAR);
        if (variant.conversion() == ConversionMode.ONE && cheater == NominatedReencoding.PLAYER) {
          all.add(Message.SIGMA);
        }
      }
      if (batched()) {
        all.add(Message.MAC_HASH);
      }
      all.add(Message.TRANSCRIPT);
      all.add(Message.OUTPUT);
      if (batched()) {
        all.add(Message.MAC_HASH);
      }
      return all;
    }
  }

  private static List<Cheat> cheats() {
    List<Cheat> all = new ArrayList<>();
    for (int cheater = 0; cheater < 2; cheater++) {
      for (Packing packing : Packing.values()) {
        all.add(cheat("255x85", packing, ConversionMode.ONE, OpeningMode.BATCHED, cheater));
      }
      all.add(cheat("255x85", Packing.BYTES, ConversionMode.ONE, OpeningMode.PAPER, cheater));
      all.add(
          cheat("256x120", Packing.BITS, ConversionMode.SYMMETRIC, OpeningMode.BATCHED, cheater));
    }
    return all;
  }

  private static Cheat cheat(
      String code, Packing packing, ConversionMode conversion, OpeningMode opening, int cheater) {
    return new Cheat(Configurations.rung(code, packing, conversion, true, opening), cheater);
  }

  private CheatRun newRun(Cheat cheat) throws Exception {
    return new CheatRun(
        Configurations.of(cheat.variant()), CheatRun.FEW, cheat.cheater(), random.nextLong());
  }

  @TestFactory
  Stream<DynamicTest> everyMessage() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (Cheat cheat : cheats()) {
      List<Message> messages = cheat.messages();
      List<Integer> lengths = newRun(cheat).frameLengths();
      assertEquals(INPUTS + 1 + messages.size(), lengths.size(), cheat + ": " + lengths);
      for (int i = 0; i < messages.size(); i++) {
        Message message = messages.get(i);
        int frame = INPUTS + 1 + i;
        int length = lengths.get(frame);
        for (int at : new int[] {length / 2 + 5, length - 1}) {
          tests.add(
              DynamicTest.dynamicTest(
                  "%s, %s, byte %d".formatted(cheat, message, at),
                  () -> flip(cheat, message, frame, at)));
        }
        if (i >= messages.indexOf(Message.MAC_HASH) && cheat.batched()) {
          continue; // messages that all rungs have
        }
        tests.add(
            DynamicTest.dynamicTest(
                "%s, %s, a byte too few".formatted(cheat, message), () -> tooShort(cheat, frame)));
      }
    }
    return tests.stream();
  }

  private void flip(Cheat cheat, Message message, int frame, int at) throws Exception {
    CheatRun run = newRun(cheat);
    List<CheatRun.Outcome> outcomes =
        run.outcomes(CheatRun.flip(frame, at, 1 << random.nextInt(8)));
    CheatRun.Outcome honest = outcomes.get(run.honest());
    int n = cheat.variant().code().c().n();
    switch (message) {
      case OPENING, OUTPUT -> {
        boolean share = !cheat.batched() && at % (2 * n) < n;
        run.requireCaught(honest, share ? Check.MEMBERSHIP : Check.MAC);
      }
      case SIGMA -> run.requireCaught(honest, Check.MEMBERSHIP);
      case MAC_HASH -> run.requireCaught(honest, Check.MAC);
      case TRANSCRIPT -> run.requireCaught(honest, Check.TRANSCRIPT);
      case SIGMA_STAR -> {
        if (!cheat.batched()) {
          run.requireCaught(honest, at % (2 * n) < n ? Check.MEMBERSHIP : Check.MAC);
        } else if (honest.failure() instanceof ConnectionLost) {
          // The honest player re-encoded what came, and the other knew better what it had sent.
          assertEquals(1, cheat.cheater());
          assertNull(honest.output());
          PeerCheated first =
              assertInstanceOf(PeerCheated.class, outcomes.get(cheat.cheater()).failure());
          assertEquals(Check.MEMBERSHIP, first.check());
        } else {
          // A change of its data does not fit the sigma that follows.
          Check check = ((PeerCheated) honest.failure()).check();
          boolean nominated =
              cheat.variant().conversion() == ConversionMode.ONE && cheat.cheater() == 0;
          run.requireCaught(
              honest, nominated && check == Check.MEMBERSHIP ? Check.MEMBERSHIP : Check.MAC);
        }
      }
    }
  }

  private void tooShort(Cheat cheat, int frame) throws Exception {
    CheatRun run = newRun(cheat);
    CheatRun.Outcome honest =
        run.outcomes(CheatRun.change(frame, bytes -> Arrays.copyOf(bytes, bytes.length - 1)))
            .get(run.honest());
    run.requireCaught(honest, Check.MALFORMED);
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
    int sigma = INPUTS + 1 + cheat.messages().indexOf(Message.SIGMA);
    long[] one = new long[Codeword.LONGS];
    for (int p = 0; p < symbols; p++) {
      Codeword.setSymbol(one, 0, p, 1);
    }
    byte[] constant = new byte[symbols];
    SymbolCodec.pack(one, 0, symbols, constant, 0);
    for (int word : new int[] {0, 7, CheatRun.FEW - 1}) {
      CheatRun run = newRun(cheat);
      CheatRun.Outcome honest =
          run.outcomes(
                  CheatRun.change(
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
    for (Message message : List.of(Message.OPENING, Message.SIGMA_STAR, Message.OUTPUT)) {
      Cheat cheat = cheat("255x85", Packing.BYTES, ConversionMode.ONE, OpeningMode.PAPER, 0);
      CheatRun run = newRun(cheat);
      int n = cheat.variant().code().c().n();
      CheatRun.Outcome honest =
          run.outcomes(
                  CheatRun.change(
                      INPUTS + 1 + cheat.messages().indexOf(message),
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
          CheatRun run = newRun(cheat);
          CheatRun.Outcome honest =
              run.outcomes(CheatRun.flip(INPUTS, at, 1 << bit % 8)).get(run.honest());
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
    CheatRun run = newRun(cheat);
    AlteredStore altered =
        new AlteredStore(
            run.run.stores[cheater],
            ITEMS.inputMask(cheater),
            5,
            (data, offset) -> data[offset + AuthWord.SHARE + Codeword.PLANE_LONGS] ^= 1);
    run.run.stores[cheater] = altered;
    CheatRun.Outcome honest = run.honestOutcome();
    run.requireCaught(honest, Check.MALFORMED);
  }
}
