"""Many tables on one machine: nothing lost, nobody favoured."""
