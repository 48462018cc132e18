package org.schurmpc.tinytable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.contract.Lie;
import org.schurmpc.core.prep.AlteredStore.Alteration;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.TableCode;

/**
 * Lies about tables that are codewords: another codeword, another MAC, or what belongs elsewhere.
 * Item 0 of a kind is a mask over C*, the next ones are words of C.
 */
final class CodewordLies {
  private static final int[] FIRST = {0};

  /** Of a group of either kind, so that something is opened of one of them. */
  private static final int[] WORDS = {1, 2, 3, 4, 5, 6, 7, 8};

  private final Random random = new Random(44);
  private final List<Lie> all = new ArrayList<>();
  private final ReedSolomon c;
  private final ReedSolomon star;

  private CodewordLies(TableCode code) {
    c = code.c();
    star = code.star();
  }

  /** All lies of a scheme. */
  static List<Lie> of(TinyTable protocol) {
    CodewordLies lies = new CodewordLies(protocol.parameters().scheme().code().orElseThrow());
    // The least that a forger of an AND's share can change, and of a mask without data.
    lies.add("ANDs", Material::andTables, 0);
    lies.add("tables", material -> material.tables(3, 5), lies.c.k());
    lies.add("output's mask", Material::outputMasks, FIRST, (data, at) -> data[at] ^= -1);
    lies.add(
        "MAC of an output's mask", Material::outputMasks, FIRST, (data, at) -> data[at + 7] ^= 2);
    return lies.all;
  }

  private void add(String what, Function<Material, MaterialKind> kind, int lightest) {
    long[] guess = WordForgery.symbols(c.n(), random);
    long[] light = WordForgery.lightCodeword(star, lightest);
    long[] word = WordForgery.codeword(c, random);
    for (long[] error : List.of(WordForgery.codeword(star, random), hidden(), light)) {
      String mask = what + ", mask over C*, weight " + Codeword.weight(error, 0);
      add(mask, kind, FIRST, (data, at) -> WordForgery.add(data, at, error));
      add(
          mask + ", with its MAC",
          kind,
          FIRST,
          (data, at) -> WordForgery.forge(data, at, error, guess));
    }
    add(what + ", word", kind, WORDS, (data, at) -> WordForgery.add(data, at, word));
    add(
        what + ", word, with its MAC",
        kind,
        WORDS,
        (data, at) -> WordForgery.forge(data, at, word, guess));
    // Redundancy that no message shows, and data that one does.
    for (int position : new int[] {0, c.k(), star.k() - 1, star.k(), c.n() - 1}) {
      long bit = 1L << position;
      int at = Material.WORD_MAC + Codeword.PLANE_LONGS * 3 + position / 64;
      add(
          what + ", a bit of a MAC at " + position,
          kind,
          FIRST,
          (data, from) -> data[from + at] ^= bit);
    }
    // A mask left out, whether it has data or none.
    add(
        what + ", no mask",
        kind,
        FIRST,
        (data, at) -> Arrays.fill(data, at, at + Material.WORD_KEY, 0));
  }

  /** A word of zero data: the opened entries are right, only the redundancy is not. */
  private long[] hidden() {
    long[] word = WordForgery.symbols(star.k(), random);
    for (int p = 0; p < c.k(); p++) {
      Codeword.setSymbol(word, 0, p, 0);
    }
    return WordForgery.encoded(star, word);
  }

  private void add(
      String what, Function<Material, MaterialKind> kind, int[] items, Alteration how) {
    all.add(
        new Lie(
            what,
            (cheated, unused) -> {
              for (int item : items) {
                cheated.alter(kind.apply(Configurations.material(cheated.run)), item, how);
              }
            }));
  }
}
