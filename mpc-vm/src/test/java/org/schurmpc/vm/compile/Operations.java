package org.schurmpc.vm.compile;

import java.util.List;
import java.util.function.Consumer;

/**
 * What a random program is made of. Implementations record it in the language, compute it directly,
 * or draw its graph of dependencies.
 *
 * @param <S> secret integers
 * @param <C> clear integers
 * @param <I> indices
 * @param <G> secret elements of the second field
 */
interface Operations<S, C, I, G> {
  S input(int number);

  S plus(S x, S y);

  S minus(S x, S y);

  S times(S x, S y);

  S square(S x);

  S plus(S x, long y);

  S times(S x, long y);

  S timesPublic(S x, C y);

  /** Returns the sum of the products of two vectors' elements. */
  S dot(List<S> x, List<S> y);

  /** Multiplies a vector by one value, adds the vector, and returns an element. */
  S scaled(List<S> x, S y, int element);

  C reveal(S x);

  C plusClear(C x, C y);

  C timesClear(C x, long y);

  /** Returns the number's lowest bits. */
  I index(C x, int bits);

  I constant(long x);

  I plusIndex(I x, I y);

  I lessThan(I x, I y);

  I mod(I x, long y);

  S load(int array, int cell);

  void store(int array, int cell, S x);

  S loadAt(int array, I cell);

  void storeAt(int array, I cell, S x);

  S variable(int number);

  void setVariable(int number, S x);

  void repeat(int n, Consumer<I> body);

  void choose(I condition, Runnable then, Runnable otherwise);

  /** Runs a body as long as a counter, which starts at a value, is above 0. */
  void countDown(I from, Consumer<I> body);

  void print(I x);

  void output(int number, S x);

  G elementInput(int number);

  G plusElement(G x, G y);

  G timesElement(G x, G y);

  /** Reveals x and returns x y + x. */
  G revealElement(G x, G y);

  /** Looks up input bits in a table, and the result in the table again if {@code twice}. */
  G lookUp(boolean twice);

  void outputElement(G x);
}
