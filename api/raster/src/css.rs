//! The CSS that browsers understand and the renderer does not: custom properties, and rules for some screens.

use std::collections::BTreeMap;

/// The picture with every `var(--name)` replaced by what the first rule that names it says, and without `@media`: a
/// picture is drawn once, in its light colours.
pub fn resolved(svg: &str) -> String {
    let mut resolved = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some((before, style)) = rest.split_once("<style") {
        let (css, after) = style.split_once("</style>").unwrap_or((style, ""));
        resolved.push_str(before);
        resolved.push_str("<style");
        resolved.push_str(&without_variables(&without_media(css)));
        resolved.push_str("</style>");
        rest = after;
    }
    resolved.push_str(rest);
    resolved
}

/// Without `@media … { … }`.
fn without_media(css: &str) -> String {
    let mut plain = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, rule)) = rest.split_once("@media") {
        plain.push_str(before);
        rest = after_block(rule);
    }
    plain.push_str(rest);
    plain
}

/// The text after the first block, whatever blocks are in it.
fn after_block(css: &str) -> &str {
    let mut depth = 0_u32;
    for (index, letter) in css.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth <= 1 => return &css[index + 1..],
            '}' => depth -= 1,
            _ => {}
        }
    }
    ""
}

fn without_variables(css: &str) -> String {
    let mut values = BTreeMap::new();
    let declarations = css.split(['{', '}', ';']).filter_map(|declaration| declaration.split_once(':'));
    for (name, value) in declarations {
        if name.trim().starts_with("--") {
            values.entry(name.trim()).or_insert(value.trim());
        }
    }
    let mut plain = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, variable)) = rest.split_once("var(") {
        let (name, after) = variable.split_once(')').unwrap_or((variable, ""));
        plain.push_str(before);
        plain.push_str(values.get(name.trim()).copied().unwrap_or("inherit"));
        rest = after;
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_have_the_values_of_light_screens() {
        let svg = "<svg><style>.k { --ink: #111; } @media (prefers-color-scheme: dark) { .k { --ink: #eee; } } .k text { fill: var(--ink); }</style><a/></svg>";
        let expected = "<svg><style>.k { --ink: #111; }  .k text { fill: #111; }</style><a/></svg>";
        assert_eq!(resolved(svg), expected);
    }

    #[test]
    fn what_is_cut_off_stays_text() {
        for svg in ["<svg/>", "<svg><style>a{fill:var(--b", "<svg><style>@media x { a { b }"] {
            assert!(resolved(svg).starts_with("<svg"), "{svg}");
        }
        assert_eq!(
            resolved("<style>a { fill: var(--none); }</style>"),
            "<style>a { fill: inherit; }</style>"
        );
    }
}
