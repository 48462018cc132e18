package org.schurmpc.cli.option;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;

/** Renders the options of a command in sections, each below its heading. */
public final class OptionSections implements IHelpSectionRenderer {
  @Override
  public String render(Help help) {
    StringBuilder text = new StringBuilder();
    for (HelpSection section : HelpSection.values()) {
      List<OptionSpec> options =
          help.commandSpec().options().stream()
              .filter(option -> sectionOf(option) == section)
              .sorted(Comparator.comparingInt(OptionSpec::order)) // stable
              .collect(Collectors.toList()); // picocli sorts the list in place
      if (!options.isEmpty()) {
        Help.Layout layout = help.createDefaultLayout();
        layout.addOptions(options, help.createDefaultParamLabelRenderer());
        text.append(System.lineSeparator())
            .append(section.heading())
            .append(System.lineSeparator())
            .append(layout);
      }
    }
    boolean listGoesOn = !help.subcommands().isEmpty();
    return listGoesOn ? text.append(System.lineSeparator()).toString() : text.toString();
  }

  private static HelpSection sectionOf(OptionSpec option) {
    if (!(option.userObject() instanceof AnnotatedElement element)) {
      return HelpSection.COMPUTATION;
    }
    HelpSection.In own = element.getAnnotation(HelpSection.In.class);
    if (own == null && element instanceof Member member) {
      own = member.getDeclaringClass().getAnnotation(HelpSection.In.class);
    }
    return own == null ? HelpSection.COMPUTATION : own.value();
  }
}
