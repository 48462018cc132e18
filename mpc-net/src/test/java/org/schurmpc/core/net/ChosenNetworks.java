package org.schurmpc.core.net;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * The kinds of network that a parameterized test takes: the chosen ones, or all where the test is
 * tagged slow. A choice has both transports, lines with and without TLS, and lines with and without
 * an imitated one; the tests take turns with the choices, so that together they take all kinds.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(ChosenNetworks.Provider.class)
@interface ChosenNetworks {

  /** The kinds for the fast tests. */
  Networks[] value();

  /** A kind that the slow tests leave out as well: it has no such thing. */
  Networks[] never() default {};

  /** Gives the kinds. */
  final class Provider implements ArgumentsProvider, AnnotationConsumer<ChosenNetworks> {
    private ChosenNetworks chosen;

    @Override
    public void accept(ChosenNetworks annotation) {
      chosen = annotation;
    }

    @Override
    public Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      Networks[] kinds = context.getTags().contains("slow") ? Networks.values() : chosen.value();
      return Arrays.stream(kinds)
          .filter(kind -> !Arrays.asList(chosen.never()).contains(kind))
          .map(Arguments::of);
    }
  }
}
