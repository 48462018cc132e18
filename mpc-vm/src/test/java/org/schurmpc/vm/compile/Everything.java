package org.schurmpc.vm.compile;

import java.util.List;
import java.util.function.Consumer;

/**
 * Uses every opened value, so that no opening is left out: stores it in cells of its own, or
 * outputs it at the end.
 */
final class Everything<S, C, I, G> implements Operations<S, C, I, G> {
  private final Operations<S, C, I, G> to;
  private S sum;
  private G elementSum;

  Everything(Operations<S, C, I, G> to) {
    this.to = to;
  }

  private S use(S x) {
    sum = sum == null ? x : to.plus(sum, x);
    return x;
  }

  @Override
  public S input(int number) {
    return use(to.input(number));
  }

  @Override
  public S plus(S x, S y) {
    return to.plus(x, y);
  }

  @Override
  public S minus(S x, S y) {
    return to.minus(x, y);
  }

  @Override
  public S times(S x, S y) {
    return use(to.times(x, y));
  }

  @Override
  public S square(S x) {
    return use(to.square(x));
  }

  @Override
  public S plus(S x, long y) {
    return to.plus(x, y);
  }

  @Override
  public S times(S x, long y) {
    return to.times(x, y);
  }

  @Override
  public S timesPublic(S x, C y) {
    return to.timesPublic(x, y);
  }

  @Override
  public C reveal(S x) {
    C opened = to.reveal(x);
    use(to.timesPublic(sum, opened));
    return opened;
  }

  @Override
  public C plusClear(C x, C y) {
    return to.plusClear(x, y);
  }

  @Override
  public C timesClear(C x, long y) {
    return to.timesClear(x, y);
  }

  @Override
  public I index(C x, int bits) {
    return to.index(x, bits);
  }

  @Override
  public I constant(long x) {
    return to.constant(x);
  }

  @Override
  public I plusIndex(I x, I y) {
    return to.plusIndex(x, y);
  }

  @Override
  public I lessThan(I x, I y) {
    return to.lessThan(x, y);
  }

  @Override
  public I mod(I x, long y) {
    return to.mod(x, y);
  }

  @Override
  public S load(int array, int cell) {
    return use(to.load(array, cell));
  }

  @Override
  public void store(int array, int cell, S x) {
    to.store(array, cell, x);
  }

  @Override
  public S loadAt(int array, I cell) {
    return use(to.loadAt(array, cell));
  }

  @Override
  public void storeAt(int array, I cell, S x) {
    to.storeAt(array, cell, x);
  }

  @Override
  public S variable(int number) {
    return to.variable(number);
  }

  @Override
  public void setVariable(int number, S x) {
    to.setVariable(number, x);
  }

  @Override
  public void repeat(int n, Consumer<I> body) {
    to.repeat(n, body);
  }

  @Override
  public void choose(I condition, Runnable then, Runnable otherwise) {
    to.choose(condition, then, otherwise);
  }

  @Override
  public void countDown(I from, Consumer<I> body) {
    to.countDown(from, body);
  }

  @Override
  public void print(I x) {
    to.print(x);
  }

  @Override
  public void output(int number, S x) {
    to.output(number, number == 0 ? to.plus(sum, x) : x);
  }

  @Override
  public S dot(List<S> x, List<S> y) {
    return use(to.dot(x, y));
  }

  @Override
  public S scaled(List<S> x, S y, int element) {
    return use(to.scaled(x, y, element));
  }

  private G useElement(G x) {
    elementSum = elementSum == null ? x : to.plusElement(elementSum, x);
    return x;
  }

  @Override
  public G elementInput(int number) {
    return useElement(to.elementInput(number));
  }

  @Override
  public G plusElement(G x, G y) {
    return to.plusElement(x, y);
  }

  @Override
  public G timesElement(G x, G y) {
    return useElement(to.timesElement(x, y));
  }

  @Override
  public G revealElement(G x, G y) {
    return useElement(to.revealElement(x, y));
  }

  @Override
  public G lookUp(boolean twice) {
    return useElement(to.lookUp(twice));
  }

  @Override
  public void outputElement(G x) {
    to.outputElement(to.plusElement(elementSum, x));
  }
}
