package org.schurmpc.bench;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Finds types in public signatures that the users of these signatures cannot name. */
final class PublicSignatures {
  private PublicSignatures() {}

  /**
   * Returns the types that public types of some packages show in their signatures although they are
   * in other packages, as {@code CLASS.MEMBER: TYPE}. Types of the Java platform are public.
   *
   * @param open whether a package, by its name, is public
   */
  static List<String> hiddenTypes(Iterable<JavaClass> classes, Predicate<String> open) {
    Set<String> found = new TreeSet<>();
    for (JavaClass type : classes) {
      if (open.test(type.getPackageName()) && visible(type)) {
        for (Signature signature : signatures(type)) {
          for (JavaClass shown : signature.type().getAllInvolvedRawTypes()) {
            JavaClass base = shown.getBaseComponentType();
            String home = base.getPackageName();
            if (!base.isPrimitive() && !home.matches("javax?\\..*") && !open.test(home)) {
              found.add(type.getName() + signature.member() + ": " + base.getName());
            }
          }
        }
      }
    }
    return List.copyOf(found);
  }

  /**
   * A type in a signature of a member, whose name begins with a point; the class itself has none.
   */
  private record Signature(String member, JavaType type) {}

  private static List<Signature> signatures(JavaClass type) {
    List<Signature> signatures = new ArrayList<>();
    type.getSuperclass().ifPresent(above -> signatures.add(new Signature("", above)));
    type.getInterfaces().forEach(above -> signatures.add(new Signature("", above)));
    type.getTypeParameters().forEach(each -> signatures.add(new Signature("", each)));
    for (JavaField field : type.getFields()) {
      if (visible(field.getModifiers())) {
        signatures.add(new Signature("." + field.getName(), field.getType()));
      }
    }
    for (JavaCodeUnit member : type.getCodeUnits()) {
      if (visible(member.getModifiers())) {
        String name = "." + member.getName();
        signatures.add(new Signature(name, member.getReturnType()));
        member.getParameterTypes().forEach(each -> signatures.add(new Signature(name, each)));
        member.getTypeParameters().forEach(each -> signatures.add(new Signature(name, each)));
        member.getExceptionTypes().forEach(each -> signatures.add(new Signature(name, each)));
      }
    }
    return signatures;
  }

  private static boolean visible(JavaClass type) {
    return visible(type.getModifiers())
        && type.getEnclosingClass().map(PublicSignatures::visible).orElse(true);
  }

  private static boolean visible(Set<JavaModifier> modifiers) {
    return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
        && !modifiers.contains(JavaModifier.SYNTHETIC);
  }
}
