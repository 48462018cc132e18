package org.schurmpc.minimac.online;

import static org.schurmpc.minimac.Configurations.ITEMS;
import static org.schurmpc.minimac.Configurations.TWO;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.contract.CheatCase;
import org.schurmpc.core.contract.CheatingContract;
import org.schurmpc.core.contract.Lie;
import org.schurmpc.core.contract.Message;
import org.schurmpc.core.contract.TwoLayers;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.MiniMacCode;

/** Cheats against MiniTrix. */
class CheatingTest extends CheatingContract {
  /**
   * So many gates make the MAC check of the compute phase toss a key, and a layer go through in
   * three portions, more than are under way at once.
   */
  private static final int MANY = 140;

  /** So many do neither. */
  static final int FEW = 12;

  private static CheatCase newCase(String code, OpeningMode mode, int gates, int cheater) {
    return new CheatCase(
        code + ", " + mode,
        Configurations.minitrix(code, mode, "plain"),
        gates,
        false,
        cheater,
        messages(gates, mode));
  }

  private static List<Message> messages(int gates, OpeningMode mode) {
    List<Message> all = new ArrayList<>();
    all.add(Message.agreement());
    all.add(Message.inputs(Check.TRANSCRIPT, Check.MAC));
    for (String layer : List.of("first", "last")) {
      all.add(opening(layer + " opening", mode));
      if (gates == MANY) {
        all.add(opening("middle of " + layer + " opening", mode));
        all.add(opening("rest of " + layer + " opening", mode));
      }
    }
    if (gates == MANY && mode == OpeningMode.BATCHED) {
      all.add(Message.caught("toss commitment", Check.COMMITMENT));
      all.add(Message.caught("toss opening", Check.COMMITMENT));
    }
    if (mode == OpeningMode.BATCHED) {
      all.add(Message.proof("MAC hash"));
    }
    all.add(Message.caught("transcript", Check.TRANSCRIPT));
    all.add(opening("output", mode));
    if (mode == OpeningMode.BATCHED) {
      all.add(Message.proof("output MAC hash"));
    }
    return all;
  }

  /** In paper mode a word of 255 symbols is followed by its tag. */
  private static Message opening(String name, OpeningMode mode) {
    return mode == OpeningMode.BATCHED
        ? Message.caught(name, Check.MAC)
        : withTags(name, ReedSolomon.named("255x85").n());
  }

  /** A message of words of n symbols, each of which its tag follows. */
  static Message withTags(String name, int n) {
    return new Message(
        name,
        (cheated, outcomes, at) ->
            cheated.requireCaughtByAll(outcomes, at % (2 * n) < n ? Check.MEMBERSHIP : Check.MAC),
        false);
  }

  @Override
  protected List<CheatCase> cases() {
    List<CheatCase> all = new ArrayList<>();
    for (int cheater : new int[] {0, 1}) {
      all.add(newCase("255x85", OpeningMode.BATCHED, FEW, cheater));
      all.add(newCase("255x85", OpeningMode.BATCHED, MANY, cheater));
      all.add(newCase("256x120", OpeningMode.BATCHED, FEW, cheater));
      all.add(newCase("255x85", OpeningMode.PAPER, FEW, cheater));
    }
    return all;
  }

  @Override
  protected List<Lie.Told> lies() {
    List<Lie.Told> all = new ArrayList<>();
    for (OpeningMode mode : OpeningMode.values()) {
      for (int cheater : new int[] {0, 1}) {
        for (boolean guessTag : new boolean[] {false, true}) {
          all.add(told("255x85", mode, cheater, guessTag));
        }
      }
    }
    for (int cheater : new int[] {0, 1}) {
      all.add(told("256x120", OpeningMode.BATCHED, cheater, true));
      for (int gates : new int[] {FEW, MANY}) {
        // Three times, so that its turn comes in the fast suite.
        all.add(
            new Lie.Told(
                newCase("255x85", OpeningMode.BATCHED, gates, cheater),
                List.of(oneBitOfATag(59), oneBitOfATag(60), oneBitOfATag(61))));
      }
    }
    return all;
  }

  private static Lie.Told told(String code, OpeningMode mode, int cheater, boolean guessTag) {
    Lies lies = new Lies(new MiniMacCode(ReedSolomon.named(code)), guessTag);
    List<Lie> all = new ArrayList<>();
    for (int gate : new int[] {0, 11, 23}) {
      all.add(lies.anotherStar("a*", ITEMS.and(), gate, ITEMS.a()));
      all.add(lies.anotherStar("b*", ITEMS.and(), gate, ITEMS.b()));
      all.add(lies.anotherStar("c*", ITEMS.and(), gate, ITEMS.c()));
      for (int part : new int[] {0, 7, 8, 15}) {
        int at = ITEMS.bitParts() + part * TWO.longs();
        all.add(lies.another("bit part " + part, ITEMS.and(), gate, at));
      }
    }
    for (int output = 0; output < TwoLayers.OUTPUTS; output++) {
      all.add(lies.anotherStar("o*", ITEMS.outputMask(), output, 0));
    }
    all.add(lies.another("own input mask", ITEMS.inputMask(cheater), 3, 0));
    return new Lie.Told(newCase(code, mode, FEW, cheater), all);
  }

  /** A single bit of a single tag. */
  private static Lie oneBitOfATag(int bit) {
    int at = ITEMS.a() + TWO.mac(0, 1) + 3;
    return new Lie(
        "bit %d of a tag".formatted(bit),
        (cheated, random) ->
            cheated.alter(ITEMS.and(), 7, (data, offset) -> data[offset + at] ^= 1L << bit));
  }
}
