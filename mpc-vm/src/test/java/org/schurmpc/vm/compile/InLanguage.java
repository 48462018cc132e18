package org.schurmpc.vm.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.schurmpc.vm.lang.ClearGf2n;
import org.schurmpc.vm.lang.ClearInt;
import org.schurmpc.vm.lang.Index;
import org.schurmpc.vm.lang.IndexVar;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.Lookup;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBit;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretGf2n;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lang.SecretVar;

/** Records a random program in the language. All values are taken to be short: they wrap around. */
final class InLanguage implements Operations<SecretInt, ClearInt, Index, SecretGf2n> {
  private static final IntType TYPE = IntType.signed(40);

  private final ProgramBuilder b;
  private final List<SecretIntArray> arrays = new ArrayList<>();
  private final List<SecretVar> variables = new ArrayList<>();
  private final SecretBitVector index;

  InLanguage(ProgramBuilder b) {
    this.b = b;
    index = b.secondField().inputBits("index", 1, 2, 1);
    for (int i = 0; i < RandomWalk.ARRAYS; i++) {
      arrays.add(b.secretArray("array" + i, TYPE, RandomWalk.CELLS));
    }
    for (int i = 0; i < RandomWalk.VARIABLES; i++) {
      variables.add(b.secretVar(TYPE, i));
    }
  }

  private static SecretInt narrow(SecretInt x) {
    return x.assumeFits(TYPE);
  }

  private static ClearInt narrow(ClearInt x) {
    return x.assumeFits(TYPE);
  }

  @Override
  public SecretInt input(int number) {
    return b.input("in" + number, number % 2, IntType.signed(32));
  }

  @Override
  public SecretInt plus(SecretInt x, SecretInt y) {
    return narrow(x.plus(y));
  }

  @Override
  public SecretInt minus(SecretInt x, SecretInt y) {
    return narrow(x.minus(y));
  }

  @Override
  public SecretInt times(SecretInt x, SecretInt y) {
    return narrow(x.times(y));
  }

  @Override
  public SecretInt square(SecretInt x) {
    return narrow(x.square());
  }

  @Override
  public SecretInt plus(SecretInt x, long y) {
    return narrow(x.plus(y));
  }

  @Override
  public SecretInt times(SecretInt x, long y) {
    return narrow(x.times(y));
  }

  @Override
  public SecretInt timesPublic(SecretInt x, ClearInt y) {
    return narrow(x.times(y));
  }

  @Override
  public ClearInt reveal(SecretInt x) {
    return x.reveal();
  }

  @Override
  public ClearInt plusClear(ClearInt x, ClearInt y) {
    return narrow(x.plus(y));
  }

  @Override
  public ClearInt timesClear(ClearInt x, long y) {
    return narrow(x.times(y));
  }

  @Override
  public Index index(ClearInt x, int bits) {
    return x.lowBits(bits).toIndex();
  }

  @Override
  public Index constant(long x) {
    return b.index(x);
  }

  @Override
  public Index plusIndex(Index x, Index y) {
    return x.plus(y);
  }

  @Override
  public Index lessThan(Index x, Index y) {
    return x.lt(y);
  }

  @Override
  public Index mod(Index x, long y) {
    return x.mod(y);
  }

  @Override
  public SecretInt load(int array, int cell) {
    return arrays.get(array).get(cell);
  }

  @Override
  public void store(int array, int cell, SecretInt x) {
    arrays.get(array).set(cell, x);
  }

  @Override
  public SecretInt loadAt(int array, Index cell) {
    return arrays.get(array).get(cell);
  }

  @Override
  public void storeAt(int array, Index cell, SecretInt x) {
    arrays.get(array).set(cell, x);
  }

  @Override
  public SecretInt variable(int number) {
    return variables.get(number).get();
  }

  @Override
  public void setVariable(int number, SecretInt x) {
    variables.get(number).set(x);
  }

  @Override
  public void repeat(int n, Consumer<Index> body) {
    b.repeat(n, body);
  }

  @Override
  public void choose(Index condition, Runnable then, Runnable otherwise) {
    b.ifThenElse(condition, then, otherwise);
  }

  @Override
  public void countDown(Index from, Consumer<Index> body) {
    IndexVar left = b.indexVar(from);
    b.whileTrue(
        () -> b.index(0).lt(left.get()),
        () -> {
          body.accept(left.get());
          left.set(left.get().minus(1));
        });
  }

  @Override
  public void print(Index x) {
    b.print("x = ", x);
  }

  @Override
  public void output(int number, SecretInt x) {
    b.output("out" + number, x.assumeFits(IntType.signed(126)));
  }

  private static SecretInts vector(List<SecretInt> x) {
    return SecretInts.of(x.toArray(SecretInt[]::new)).assumeFits(TYPE);
  }

  @Override
  public SecretInt dot(List<SecretInt> x, List<SecretInt> y) {
    return narrow(vector(x).dot(vector(y)));
  }

  @Override
  public SecretInt scaled(List<SecretInt> x, SecretInt y, int element) {
    SecretInts vector = vector(x);
    return narrow(vector.times(y).assumeFits(TYPE).plus(vector).get(element));
  }

  @Override
  public SecretGf2n elementInput(int number) {
    return b.inputGf2n("element" + number, number % 2);
  }

  @Override
  public SecretGf2n plusElement(SecretGf2n x, SecretGf2n y) {
    return x.plus(y);
  }

  @Override
  public SecretGf2n timesElement(SecretGf2n x, SecretGf2n y) {
    return x.times(y);
  }

  @Override
  public SecretGf2n revealElement(SecretGf2n x, SecretGf2n y) {
    ClearGf2n opened = x.reveal();
    return y.times(opened).plus(opened);
  }

  @Override
  public SecretGf2n lookUp(boolean twice) {
    Lookup lookup = b.secondField().lookup(RandomWalk.TABLE);
    List<SecretBit> once = lookup.of(index.get(0), index.get(1));
    List<SecretBit> bits = twice ? lookup.of(once.get(0), once.get(1)) : once;
    return bits.get(1).asElement().times(b.clearGf2n(2)).plus(bits.get(0).asElement());
  }

  @Override
  public void outputElement(SecretGf2n x) {
    b.output("element", x);
  }
}
