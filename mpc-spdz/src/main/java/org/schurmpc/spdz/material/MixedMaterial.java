package org.schurmpc.spdz.material;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.MaterialKind;

/**
 * The preprocessing of mixed arithmetic between two parties: SPDZ's over a prime field, that of
 * TinyOT's bits, and what is in both domains. One store holds all of it.
 *
 * <p>An item is first its numbers, in the layout of {@link Material}; then the words of this
 * party's shares of its bits, 64 to a word, the first bit lowest; then for each bit in turn {@link
 * #macWords} longs of MAC and as many of key. With Δ this party's and Δ' the peer's key of bits,
 * mac = key' + share Δ' and mac' = key + share' Δ.
 *
 * <p>A store's keys are this party's share of α, one element, and Δ, {@link #macWords} longs.
 */
public final class MixedMaterial {
  /** Index of the first bit of an AND triple c = a ∧ b. */
  public static final int A = 0;

  public static final int B = 1;
  public static final int C = 2;

  private static final int AND_BITS = 3;

  /** Levels of security of TinyOT's triples in bits, and the one from which MACs have two words. */
  private static final int[] LEVELS = {40, 64, 80};

  private static final int WIDE = 80;

  private static final Pattern MASKS =
      Pattern.compile("masks of ([0-9]{1,3}) bits, ([0-9]{1,3}) apart, of ([0-9]{1,3})");

  private final Material numbers;
  private final int bitSigma;
  private final int macWords;

  /**
   * A kind of masks r = r_A + r_B of two uniform numbers, one of each party.
   *
   * @param bits number of the lowest bits of r that are in TinyOT
   * @param split number s of lowest bits such that r mod 2^s is there as a number, or 0
   * @param width number of bits of each party's number
   */
  public record Masks(int bits, int split, int width) {
    public Masks {
      if (bits < 0 || split < 0 || bits + split == 0 || Math.max(bits, split) > width) {
        throw new IllegalArgumentException(
            "masks of %d bits, %d apart, of %d".formatted(bits, split, width));
      }
    }
  }

  /**
   * Creates the kinds of material.
   *
   * @param numbers over a prime field
   * @param bitSigma statistical security of bits and of what ties them to numbers: 40, 64 or 80
   */
  public MixedMaterial(Material numbers, int bitSigma) {
    if (numbers.field().isBinary() || level(bitSigma) != bitSigma) {
      throw new IllegalArgumentException(
          "bits of σ %d beside %s".formatted(bitSigma, numbers.field().name()));
    }
    this.bitSigma = bitSigma;
    this.macWords = bitSigma < WIDE ? 1 : 2;
    this.numbers = numbers.named("%s, bits of σ %d".formatted(numbers.storeName(), bitSigma));
  }

  /**
   * Returns the least level of security of bits that gives some bits of statistical security, or
   * the highest one.
   */
  public static int level(int sigma) {
    for (int level : LEVELS) {
      if (level >= sigma) {
        return level;
      }
    }
    return WIDE;
  }

  /** Returns SPDZ's kinds, with the name of the common store. */
  public Material numbers() {
    return numbers;
  }

  public Field field() {
    return numbers.field();
  }

  public int bitSigma() {
    return bitSigma;
  }

  /** Returns the number of words of 64 bits of a MAC, of a key and of Δ. */
  public int macWords() {
    return macWords;
  }

  /** Returns the name of a store: what the material is for. */
  public String storeName() {
    return numbers.storeName();
  }

  /** Returns the kind of [[a]], [[b]], [[c]] with c = a ∧ b, uniform otherwise: 3 bits. */
  public MaterialKind ands() {
    return kind("ANDs", 0, AND_BITS);
  }

  /** Returns the kind of a uniform bit that nobody knows. */
  public MaterialKind randomBits() {
    return kind("bits in TinyOT", 0, 1);
  }

  /**
   * Returns the kind of a uniform bit known to the owner: the other party's share is zero, and has
   * no MAC.
   */
  public MaterialKind bitInputs(int owner) {
    return kind("bits in TinyOT of party " + (owner + 1), 0, 1);
  }

  /** Returns the kind of a uniform bit that nobody knows, as a number and as a bit. */
  public MaterialKind daBits() {
    return kind("daBits", 1, 1);
  }

  /** Returns the kinds of bits, but for masks: ANDs, random bits, each party's bits and daBits. */
  public List<MaterialKind> kinds() {
    return List.of(ands(), randomBits(), bitInputs(0), bitInputs(1), daBits());
  }

  /** Returns the kind of masks: r, then r mod 2^split if that is there, and bits of r. */
  public MaterialKind masks(Masks masks) {
    return kind(
        "masks of %d bits, %d apart, of %d".formatted(masks.bits(), masks.split(), masks.width()),
        masks.split() > 0 ? 2 : 1,
        masks.bits());
  }

  /** Returns the masks that a kind is of, or nothing for another kind. */
  public Optional<Masks> masksOf(MaterialKind kind) {
    Matcher name = MASKS.matcher(kind.name());
    if (!name.matches()) {
      return Optional.empty();
    }
    int bits = Integer.parseInt(name.group(1));
    int split = Integer.parseInt(name.group(2));
    int width = Integer.parseInt(name.group(3));
    if (bits + split == 0 || Math.max(bits, split) > width) {
      return Optional.empty();
    }
    Masks masks = new Masks(bits, split, width);
    return masks(masks).equals(kind) ? Optional.of(masks) : Optional.empty();
  }

  private MaterialKind kind(String name, int values, int bits) {
    return new MaterialKind(name, itemLongs(values, bits));
  }

  /** Returns the number of longs of an item of some numbers and bits. */
  public int itemLongs(int values, int bits) {
    return macAt(values, bits, bits);
  }

  /** Returns the place of a number in an item: its share, and behind it that of its MAC. */
  public int numberAt(int number) {
    return number * numbers.valueLongs();
  }

  /**
   * Returns the place of the first word of the shares of bits in an item.
   *
   * @param values number of numbers of the item
   */
  public int bitsAt(int values) {
    return numberAt(values);
  }

  /**
   * Returns the place of the MAC of a bit in an item.
   *
   * @param values number of numbers of the item
   * @param bits number of bits of the item
   */
  public int macAt(int values, int bits, int bit) {
    int words = (bits + Long.SIZE - 1) / Long.SIZE;
    return bitsAt(values) + words + 2 * macWords * bit;
  }

  /** Returns the place of the key of a bit in an item, as {@link #macAt}. */
  public int keyAt(int values, int bits, int bit) {
    return macAt(values, bits, bit) + macWords;
  }
}
