// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace diagonal {

class DiagramView;

/// Lets screen readers find the bars of a DiagramView as items of a list: each with its range as
/// name, its numbers as description, its place, and the action that selects it.
void installDiagramAccessibility();

/// Says that another bar was selected, or that there are other bars.
void announceSelectedBar(DiagramView* view);
void announceBars(DiagramView* view);

}  // namespace diagonal
