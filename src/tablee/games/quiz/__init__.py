"""What the two quiz games share: questions, reader, stakes, the modes, and who says whether an answer is right."""
